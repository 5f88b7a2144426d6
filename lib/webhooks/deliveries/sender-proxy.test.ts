import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createPlainServer } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { after, before, describe, it, type TestContext } from "node:test";
import tls, { type TLSSocket } from "node:tls";
import { createOutboundProxy, parseNoProxy } from "#lib/platform/net/outbound-proxy.ts";
import { createAuthority } from "#lib/testing/certificates.ts";
import { startConnectProxy } from "#lib/testing/connect-proxy.ts";
import { HIDDEN_HOSTS } from "#lib/testing/hidden-hosts.ts";
import { createAllowlist } from "#lib/webhooks/net-guard/allowlist.ts";
import { createConnections, type LookupAll } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { sendWebhook, type WebhookRequest } from "./sender.ts";

const PUBLIC = "93.184.215.14";

const request = (url: string, allowLocal = false): WebhookRequest => ({
  url,
  headers: { "webhook-id": "evt_1" },
  body: "{}",
  allowLocal,
});

const resolvingTo =
  (...addresses: string[]): LookupAll =>
  (_hostname, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

const proxyAt = (url: URL, noProxy = "") =>
  createOutboundProxy({ HTTPS_PROXY: url, NO_PROXY: parseNoProxy(noProxy) });

async function listen(t: TestContext, options: ServerOptions) {
  const seen: { host: string | undefined; servername: string | false | null }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(options, ({ headers, socket }, response) => {
    seen.push({ host: headers.host, servername: (socket as TLSSocket).servername });
    response.writeHead(204).end();
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen, sockets, server };
}

describe("webhook sender: outbound proxy", () => {
  const usual = tls.getCACertificates("default");
  let authority: Awaited<ReturnType<typeof createAuthority>>;
  let shop: ServerOptions;
  before(async () => {
    authority = await createAuthority();
    shop = await authority.issue({ name: "CN=shop", host: "shop.example" });
    tls.setDefaultCACertificates([...usual, authority.cert]);
  });
  after(() => tls.setDefaultCACertificates(usual));

  it("gets the checked address, while TLS and Host keep the name, and is reused", async (t) => {
    const { port, seen } = await listen(t, shop);
    const proxy = await startConnectProxy(t, { route: () => port });
    proxy.url.username = "ada";
    proxy.url.password = "p%40ss";
    const connections = createConnections({
      lookup: resolvingTo(PUBLIC, "2606:4700::1111"),
      proxy: proxyAt(proxy.url),
    });
    for (const path of ["a", "b"]) {
      const sent = await sendWebhook(request(`https://shop.example/${path}`), { connections });
      assert.deepEqual([sent.status, sent.error], [204, undefined]);
    }
    const credentials = `Basic ${Buffer.from("ada:p@ss").toString("base64")}`;
    assert.deepEqual(proxy.seen, [{ authority: `${PUBLIC}:443`, credentials }]);
    const expected = { host: "shop.example", servername: "shop.example" };
    assert.deepEqual(seen, [expected, expected]);
  });

  it("may use TLS itself, and gets an IPv6 address in brackets", async (t) => {
    const { port } = await listen(t, shop);
    const own = await authority.issue({ name: "CN=proxy" });
    const proxy = await startConnectProxy(t, { route: () => port, tls: own });
    const connections = createConnections({
      lookup: resolvingTo("2606:4700::1111"),
      proxy: proxyAt(proxy.url),
    });
    const sent = await sendWebhook(request("https://shop.example:8443/"), { connections });
    assert.equal(sent.status, 204);
    assert.equal(proxy.seen[0]?.authority, "[2606:4700::1111]:8443");

    const stranger = await createAuthority("CN=Stranger");
    const unknown = await startConnectProxy(t, {
      route: () => port,
      tls: await stranger.issue({ name: "CN=proxy" }),
    });
    const refused = await sendWebhook(request("https://shop.example/"), {
      connections: createConnections({
        lookup: resolvingTo(PUBLIC),
        proxy: proxyAt(unknown.url),
      }),
    });
    assert.equal(refused.error, "PROXY_UNREACHABLE");
    assert.deepEqual(unknown.seen, []);
  });

  it("never gets a hidden address or another port", async (t) => {
    const { port, seen } = await listen(t, shop);
    const proxy = await startConnectProxy(t, { route: () => port });
    for (const { host, leadsTo } of [
      ...HIDDEN_HOSTS,
      { host: "rebind.example", leadsTo: [PUBLIC, "10.0.0.1"] },
      { host: `shop.example:${port}`, leadsTo: [PUBLIC] },
    ]) {
      const connections = createConnections({
        lookup: resolvingTo(...(leadsTo ?? [PUBLIC])),
        proxy: proxyAt(proxy.url),
      });
      const { error } = await sendWebhook(request(`https://${host}/`), { connections });
      assert.equal(error, "BLOCKED_ADDRESS", host);
    }
    assert.deepEqual([proxy.seen, seen], [[], []]);
    assert.equal(proxy.sockets.size, 0);
  });

  it("is not used for loopback, plain http, or what NO_PROXY names", async (t) => {
    const ours = await authority.issue({ name: "CN=here" });
    const here = await listen(t, ours);
    const plain = createPlainServer((_request, response) => response.writeHead(204).end());
    plain.listen(0, "127.0.0.1");
    await once(plain, "listening");
    t.after(() => plain.close());
    const proxy = await startConnectProxy(t, { route: () => here.port, status: 403 });
    const settings = { proxy: proxyAt(proxy.url) };
    const local = createConnections(settings);
    const { port } = plain.address() as AddressInfo;
    for (const url of [`https://127.0.0.1:${here.port}/`, `http://127.0.0.1:${port}/`]) {
      assert.equal((await sendWebhook(request(url, true), { connections: local })).status, 204);
    }
    // Loopback behind a name, which is the first address to connect to here.
    const named = createConnections({ ...settings, lookup: resolvingTo("127.0.0.1") });
    const found = await sendWebhook(request(`https://till.example:${here.port}/`, true), {
      connections: named,
    });
    assert.equal(found.error, "ERR_TLS_CERT_ALTNAME_INVALID");
    assert.deepEqual(proxy.seen, []);
    // No test connects to the internet.
    const connect = tls.connect.bind(tls);
    t.mock.method(tls, "connect", ({ lookup: _, ...given }: tls.ConnectionOptions) =>
      connect({ ...given, host: "127.0.0.1", port: here.port, servername: "" }),
    );
    for (const [noProxy, isDirect] of [
      ["example", true],
      ["shop.example", true],
      ["93.184.0.0/16", true],
      ["*", true],
      ["hop.example", false],
      ["10.0.0.0/8", false],
    ] as const) {
      const connections = createConnections({
        lookup: resolvingTo(PUBLIC),
        proxy: proxyAt(proxy.url, noProxy),
      });
      const { error } = await sendWebhook(request("https://shop.example/"), { connections });
      // The connected socket is checked here too.
      assert.equal(error, isDirect ? "BLOCKED_ADDRESS" : "PROXY_REFUSED", noProxy);
    }
    assert.equal(proxy.seen.length, 2);
  });

  it("reports its own failures apart from the merchant's server's", async (t) => {
    const { port, seen } = await listen(t, shop);
    const lookup = resolvingTo(PUBLIC);
    const via = (url: URL) => ({ connections: createConnections({ lookup, proxy: proxyAt(url) }) });
    for (const status of [302, 403, 407, 502]) {
      const { url } = await startConnectProxy(t, { route: () => port, status });
      const sent = await sendWebhook(request("https://shop.example/"), via(url));
      assert.deepEqual([sent.status, sent.error], [undefined, "PROXY_REFUSED"]);
    }
    const nowhere = await listen(t, {});
    nowhere.server.close();
    const gone = via(new URL(`http://127.0.0.1:${nowhere.port}`));
    const { error } = await sendWebhook(request("https://shop.example/"), gone);
    assert.equal(error, "PROXY_UNREACHABLE");
    assert.deepEqual(seen, []);

    const other = await listen(t, await authority.issue({ name: "CN=x", host: "till.example" }));
    const { url } = await startConnectProxy(t, { route: () => other.port });
    const mistaken = await sendWebhook(request("https://shop.example/"), via(url));
    assert.equal(mistaken.error, "ERR_TLS_CERT_ALTNAME_INVALID");
    assert.deepEqual(other.seen, []);
  });

  it("leaves no connection behind if it is late", async (t) => {
    const { seen, server, port } = await listen(t, shop);
    const late = Promise.withResolvers<void>();
    const proxy = await startConnectProxy(t, { route: () => port, ready: () => late.promise });
    const connections = createConnections({
      lookup: resolvingTo(PUBLIC),
      proxy: proxyAt(proxy.url),
    });
    const options = { connections, deadlineMs: 100 };
    const { error } = await sendWebhook(request("https://shop.example/"), options);
    assert.equal(error, "DEADLINE_EXCEEDED");
    const connected = once(server, "connection");
    late.resolve();
    const [socket] = (await connected) as [Socket];
    await once(socket, "close", { signal: AbortSignal.timeout(2_000) });
    assert.deepEqual(seen, []);
  });

  it("reaches an allowed private host on an allowed port only", async (t) => {
    const { port, seen } = await listen(t, shop);
    const proxy = await startConnectProxy(t, { route: () => port });
    const allowlist = createAllowlist({
      CALLBACK_ALLOWED_HOSTS: ["shop.example"],
      CALLBACK_ALLOWED_PORTS: [9443],
    });
    const settings = { allowlist, proxy: proxyAt(proxy.url), lookup: resolvingTo("10.20.0.5") };
    const connections = createConnections(settings);
    const send = (url: string) => sendWebhook(request(url), { connections });
    assert.equal((await send("https://shop.example:9443/")).status, 204);
    for (const url of [
      "https://other.example/",
      "https://shop.example:9444/",
      "https://10.20.0.5/",
      "http://shop.example/",
    ]) {
      assert.equal((await send(url)).error, "BLOCKED_ADDRESS", url);
    }
    assert.deepEqual(
      proxy.seen.map((one) => one.authority),
      ["10.20.0.5:9443"],
    );
    assert.equal(seen.length, 1);
  });
});
