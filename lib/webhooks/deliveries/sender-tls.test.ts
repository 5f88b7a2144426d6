import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import net, { type AddressInfo } from "node:net";
import { after, before, describe, it, type TestContext } from "node:test";
import tls from "node:tls";
import { createAuthority } from "#lib/testing/certificates.ts";
import { createConnections, type LookupAll } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { sendWebhook, type WebhookRequest } from "./sender.ts";

type Authority = Awaited<ReturnType<typeof createAuthority>>;

const request = (url: string, allowLocal = true): WebhookRequest => ({
  url,
  headers: { "webhook-id": "evt_1" },
  body: "{}",
  allowLocal,
});

const resolving = (lookup: LookupAll) => ({ connections: createConnections({ lookup }) });

const resolvingTo =
  (address: string): LookupAll =>
  (_hostname, done) =>
    done(null, [{ address, family: 4 }]);

async function listen(t: TestContext, options: ServerOptions) {
  const seen = { requests: 0 };
  const server = createServer(options, (_request, response) => {
    seen.requests++;
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `https://127.0.0.1:${port}/hook`, seen };
}

describe("webhook sender: TLS", () => {
  const usual = tls.getCACertificates("default");
  let trusted: Authority;
  before(async () => {
    trusted = await createAuthority();
    tls.setDefaultCACertificates([...usual, trusted.cert]);
  });
  after(() => tls.setDefaultCACertificates(usual));

  it("sends to a valid certificate", async (t) => {
    const { url, seen } = await listen(t, await trusted.issue({ name: "CN=shop" }));
    assert.equal((await sendWebhook(request(url))).status, 204);
    assert.equal(seen.requests, 1);
  });

  it("refuses an expired certificate, one of another host, and an untrusted one", async (t) => {
    const past = new Date(Date.now() - 60_000);
    const expired = await listen(t, await trusted.issue({ name: "CN=shop", notAfter: past }));
    const good = await listen(t, await trusted.issue({ name: "CN=till.example" }));
    const stranger = await createAuthority("CN=Nobody");
    const unknown = await listen(t, await stranger.issue({ name: "CN=shop" }));
    const lookup = resolvingTo("127.0.0.1");
    const cases: [string, string][] = [
      [expired.url, "CERT_HAS_EXPIRED"],
      [`https://shop.example:${good.port}/hook`, "ERR_TLS_CERT_ALTNAME_INVALID"],
      [unknown.url, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ];
    for (const [url, code] of cases) {
      const { status, error } = await sendWebhook(request(url), resolving(lookup));
      assert.deepEqual([status, error], [undefined, code]);
    }
    for (const { seen } of [expired, good, unknown]) assert.equal(seen.requests, 0);
  });

  it("refuses TLS older than 1.2, for any setting of the process", async (t) => {
    const old = { minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    const own = await trusted.issue({ name: "CN=shop" });
    const { url, port, seen } = await listen(t, { ...own, ...old, maxVersion: "TLSv1.1" });
    const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
    Object.assign(tls, { DEFAULT_MIN_VERSION: old.minVersion, DEFAULT_CIPHERS: old.ciphers });
    t.after(() => void Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS }));
    const { status, error } = await sendWebhook(request(url));
    assert.equal(status, undefined);
    assert.match(error ?? "", /^ERR_SSL_.*(PROTOCOL|VERSION)/);
    assert.equal(seen.requests, 0);
    const client = tls.connect({ ...old, host: "127.0.0.1", port, rejectUnauthorized: false });
    await once(client, "secureConnect");
    assert.equal(client.getProtocol(), "TLSv1.1");
    client.destroy();
  });

  it("sends nothing to a plain-text server, nor to one without a handshake", async (t) => {
    const heard: string[] = [];
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (chunk) => heard.push(chunk.toString("latin1")));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}/`;
    const { error } = await sendWebhook(request(url), { deadlineMs: 100 });
    assert.equal(error, "DEADLINE_EXCEEDED");
    assert.ok(heard.every((text) => !text.includes("evt_1") && !text.includes("POST")));
  });

  it("sends nothing if the socket is not at the checked address", async (t) => {
    const { port, seen } = await listen(t, await trusted.issue({ name: "CN=shop" }));
    const connect = tls.connect.bind(tls);
    let diverted = 0;
    t.mock.method(tls, "connect", (options: tls.ConnectionOptions) => {
      diverted++;
      const { lookup: _, ...rest } = options;
      return connect({ ...rest, host: "127.0.0.1", port, servername: "" });
    });
    const options = resolving(resolvingTo("93.184.215.14"));
    // A literal address has no lookup: only the socket check can block it.
    const answer = await sendWebhook(request("https://93.184.215.14/hook", false), options);
    assert.equal(answer.error, "BLOCKED_ADDRESS");
    assert.deepEqual([seen.requests, diverted], [0, 1]);
  });
});
