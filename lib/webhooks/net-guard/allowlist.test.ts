import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import tls from "node:tls";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createAuthority } from "#lib/testing/certificates.ts";
import { HIDDEN_HOSTS } from "#lib/testing/hidden-hosts.ts";
import { sendWebhook } from "#lib/webhooks/deliveries/sender.ts";
import { type Allowlist, createAllowlist, NOTHING_ALLOWED } from "./allowlist.ts";
import { checkCallbackUrl, lookupOptions } from "./callback-url.ts";
import { createConnections } from "./guarded-agent.ts";

const allow = (networks: string, hosts: string, ports = "") =>
  createAllowlist(
    parseEnv({
      CALLBACK_ALLOWED_NETWORKS: networks,
      CALLBACK_ALLOWED_HOSTS: hosts,
      CALLBACK_ALLOWED_PORTS: ports,
    }),
  );

const COMPANY = allow("10.20.0.0/16,fd12:3456::/48", "*.corp.example,shop.internal", "9443");

async function refusalOf(
  url: string,
  { allowlist = COMPANY, allowLocal = false, resolved = [] as string[] } = {},
): Promise<string | undefined> {
  try {
    await checkCallbackUrl(url, { allowlist, allowLocal, resolve: async () => resolved });
    return undefined;
  } catch (error) {
    return (isAppError(error) && error.fields?.[0]?.message) || String(error);
  }
}

describe("allowed networks and hosts", () => {
  const taken: [url: string, ...resolved: string[]][] = [
    ["https://10.20.3.4/"],
    ["https://10.20.3.4:9443/"],
    ["https://[fd12:3456::1]:8443/"],
    ["https://till.example/", "10.20.0.1", "93.184.215.14"],
    ["https://till.example:9443/", "10.20.0.1"],
    ["https://a.b.corp.example:9443/", "192.168.1.1", "fd99::1"],
    ["https://SHOP.internal./", "172.16.0.1"],
    ["https://shop.internal:9443/", "93.184.215.14"],
    ["https://93.184.215.14/"],
  ];
  for (const [url, ...resolved] of taken) {
    it(`accept ${url}`, async () => {
      assert.equal(await refusalOf(url, { resolved }), undefined);
    });
  }

  const ADDRESS = "must resolve to a public address, or to one that this deployment allows";
  const refused: [url: string, reason: string, ...resolved: string[]][] = [
    ["https://10.21.0.1/", ADDRESS],
    ["https://[fd12:3457::1]/", ADDRESS],
    ["https://[::ffff:10.20.0.1]/", ADDRESS],
    ["https://[64:ff9b::10.20.0.1]/", ADDRESS],
    ["https://127.0.0.1/", ADDRESS],
    ["https://corp.example/", ADDRESS, "10.0.0.1"],
    ["https://evilcorp.example/", ADDRESS, "10.0.0.1"],
    ["https://a.corp.example/", ADDRESS, "127.0.0.1"],
    ["https://a.corp.example/", ADDRESS, "10.0.0.1", "169.254.169.254"],
    ["https://a.corp.example/", ADDRESS, "::ffff:10.0.0.1"],
    ["https://a.corp.example/", ADDRESS, "fd00:ec2::254"],
    ["https://till.example/", ADDRESS, "10.20.0.1", "10.21.0.1"],
    ["https://till.example:9443/", "must use port 443 or 8443", "10.20.0.1", "93.184.215.14"],
    ["https://93.184.215.14:9443/", "must use port 443 or 8443"],
    ["https://10.20.0.1:9444/", "must use port 443, 8443, or 9443"],
    ["http://10.20.0.1/", "must start with https://"],
    ["http://a.corp.example:9443/", "must start with https://", "10.0.0.1"],
  ];
  for (const [url, reason, ...resolved] of refused) {
    it(`refuse ${url} ${resolved}`, async () => {
      assert.equal(await refusalOf(url, { resolved }), reason);
    });
  }

  it("permit no http in test mode either, and no port of loopback beyond its rule", async () => {
    const allowLocal = true;
    assert.equal(await refusalOf("http://10.20.0.1/", { allowLocal }), ADDRESS);
    assert.equal(await refusalOf("http://127.0.0.1:1234/", { allowLocal }), undefined);
    const resolved = ["127.0.0.1", "10.20.0.1"];
    assert.equal(await refusalOf("https://a.corp.example/", { allowLocal, resolved }), undefined);
    assert.equal(await refusalOf("http://a.corp.example/", { allowLocal, resolved }), ADDRESS);
  });

  it("may be names that only this machine knows, unlike those in an allowed network", () => {
    const options = { allowLocal: false, allowlist: COMPANY };
    assert.equal(lookupOptions("a.corp.example", options).allowLocal, true);
    assert.equal(lookupOptions("till.example", options).allowLocal, false);
  });

  it("are empty by default, and the reason then names none", async () => {
    assert.equal(NOTHING_ALLOWED.isEmpty, true);
    assert.equal(
      await refusalOf("https://10.20.0.1/", { allowlist: NOTHING_ALLOWED }),
      "must resolve to a public address",
    );
  });

  it("never permit loopback, link-local, metadata or IPv4 in IPv6, even if all else is allowed", async () => {
    const widest = allow(
      "10.0.0.0/8,100.64.0.0/10,172.16.0.0/12,192.168.0.0/16,fc00::/7",
      "*.example,*.internal,*.localdomain",
    );
    const isPrivate =
      /^\[?(10\.|100\.6|172\.(16|31)|192\.168|f[cd]|0xa\.|012|1677|3232|mixed|xn|b|shop)/;
    let count = 0;
    for (const { host, leadsTo } of HIDDEN_HOSTS) {
      if (isPrivate.test(host) && !/100\.100|ec2|ce::/.test(host)) continue;
      count++;
      const refusal = await refusalOf(`https://${host}/`, {
        allowlist: widest,
        resolved: [...(leadsTo ?? [])],
      });
      assert.equal(refusal, ADDRESS, host);
    }
    assert.ok(count >= 70, `${count} hosts`);
  });

  it("are part of the configuration, with clear errors", () => {
    const wrong: [Record<string, string>, RegExp][] = [
      [{ CALLBACK_ALLOWED_NETWORKS: "10.0.0.0/33" }, /NETWORKS: must be networks such as/],
      [{ CALLBACK_ALLOWED_NETWORKS: "10.0.0.0/8,127.0.0.1" }, /NETWORKS: .*never loopback/],
      [{ CALLBACK_ALLOWED_NETWORKS: "0.0.0.0/0" }, /NETWORKS: .*never loopback/],
      [{ CALLBACK_ALLOWED_HOSTS: "*" }, /HOSTS: must be host names such as/],
      [{ CALLBACK_ALLOWED_HOSTS: "localhost" }, /HOSTS: .*not localhost/],
      [{ CALLBACK_ALLOWED_HOSTS: "10.0.0.1" }, /HOSTS: .*CALLBACK_ALLOWED_NETWORKS/],
      [{ CALLBACK_ALLOWED_HOSTS: "a", CALLBACK_ALLOWED_PORTS: "0" }, /PORTS: must be port numbers/],
      [{ CALLBACK_ALLOWED_HOSTS: "a", CALLBACK_ALLOWED_PORTS: "65536" }, /PORTS: must be/],
      [{ CALLBACK_ALLOWED_PORTS: "9443" }, /PORTS: needs CALLBACK_ALLOWED_NETWORKS or/],
    ];
    for (const [variables, message] of wrong) assert.throws(() => parseEnv(variables), message);
    assert.throws(
      () => parseEnv({ HTTPS_PROXY: "ada:hunter2@proxy:3128", NO_PROXY: "a:1" }),
      ({ message }: Error) =>
        /HTTPS_PROXY: must be an http or https URL/.test(message) &&
        /NO_PROXY: must be/.test(message) &&
        !message.includes("hunter2"),
    );
  });
});

describe("connections to an allowed network", () => {
  const usual = tls.getCACertificates("default");
  let shop: { cert: string; key: string };
  before(async () => {
    const authority = await createAuthority();
    shop = await authority.issue({ name: "CN=shop", host: "shop.example" });
    tls.setDefaultCACertificates([...usual, authority.cert]);
  });
  after(() => tls.setDefaultCACertificates(usual));

  it("go to the checked address only, and are not used for another host", async (t) => {
    const requests: string[] = [];
    const server = createServer(shop, ({ headers }, response) => {
      requests.push(headers.host ?? "");
      response.writeHead(204).end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    // A test has no private network but 127.0.0.1.
    const network = (host: string, address: string) =>
      host === "shop.example" && address === "127.0.0.1";
    const allowlist: Allowlist = { ...COMPANY, ports: [String(port)], permits: network };
    let address = "127.0.0.1";
    const connections = createConnections({
      allowlist,
      lookup: (_, done) => done(null, [{ address, family: 4 }]),
    });
    const send = (host: string, allowLocal = false) =>
      sendWebhook(
        { url: `https://${host}:${port}/`, headers: {}, body: "{}", allowLocal },
        { connections },
      );
    assert.equal((await send("shop.example")).status, 204);
    assert.equal((await send("shop.example")).status, 204);
    assert.equal((await send("127.0.0.1")).error, "BLOCKED_ADDRESS");
    assert.equal((await send("other.example")).error, "BLOCKED_ADDRESS");
    // The kept connection is not for endpoints with other rights; the name leads elsewhere by now.
    address = "10.0.0.1";
    assert.equal((await send("shop.example", true)).error, "BLOCKED_ADDRESS");
    assert.equal(requests.length, 2);

    const connect = tls.connect.bind(tls);
    t.mock.method(tls, "connect", ({ lookup: _, ...rest }: tls.ConnectionOptions) =>
      connect({ ...rest, host: "127.0.0.1", port, servername: "shop.example" }),
    );
    // The check of the name takes 10.20.0.1; that of the socket finds 127.0.0.1.
    const diverted = createConnections({
      allowlist: { ...COMPANY, ports: [String(port)] },
      lookup: (_, done) => done(null, [{ address: "10.20.0.1", family: 4 }]),
    });
    const url = `https://shop.internal:${port}/`;
    const sent = await sendWebhook(
      { url, headers: {}, body: "{}", allowLocal: false },
      { connections: diverted },
    );
    assert.equal(sent.error, "BLOCKED_ADDRESS");
    assert.equal(requests.length, 2);
  });
});
