import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import tls from "node:tls";
import { createAuthority } from "#lib/testing/certificates.ts";
import { startConnectProxy } from "#lib/testing/connect-proxy.ts";
import { createFetch } from "./fetch.ts";
import { createOutboundProxy, parseNoProxy } from "./outbound-proxy.ts";

it("https goes through the proxy, http and what NO_PROXY names do not", async (t) => {
  const usual = tls.getCACertificates("default");
  t.after(() => tls.setDefaultCACertificates(usual));
  const authority = await createAuthority();
  tls.setDefaultCACertificates([...usual, authority.cert]);
  const issued = await authority.issue({ name: "CN=traces", host: "traces.example" });
  const secure = createServer(issued, (_request, response) => response.end("secure"));
  const plain = createPlainServer((_request, response) => response.end("plain"));
  const portOf = async (server: typeof plain) => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };
  const port = await portOf(secure);
  const plainUrl = `http://127.0.0.1:${await portOf(plain)}/`;
  const proxy = await startConnectProxy(t, { route: () => port });
  const HTTPS_PROXY = proxy.url;
  const NO_PROXY = parseNoProxy("invalid");
  const send = createFetch({ proxy: createOutboundProxy({ HTTPS_PROXY, NO_PROXY }) });
  const text = async (url: string) => (await send(url, { method: "POST", body: "{}" })).text();
  assert.equal(await text("https://traces.example/v1"), "secure");
  assert.equal(await text(plainUrl), "plain");
  await assert.rejects(text(`https://localhost:${port}/`));
  await assert.rejects(text("https://gone.invalid/"));
  await assert.rejects(text("https://other.example/"));
  assert.deepEqual(
    proxy.seen.map((one) => one.authority),
    ["traces.example:443", "other.example:443"],
  );
});
