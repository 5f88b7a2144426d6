import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import tls from "node:tls";
import { HIDDEN_HOSTS, MALFORMED_HOSTS } from "#lib/testing/hidden-hosts.ts";
import { checkCallbackUrl } from "#lib/webhooks/net-guard/callback-url.ts";
import { createConnections, type LookupAll } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { sendWebhook, type WebhookRequest } from "./sender.ts";

const PUBLIC = "93.184.215.14";

const request = (url: string, allowLocal = false): WebhookRequest => ({
  url,
  headers: { "webhook-id": "evt_1" },
  body: "{}",
  allowLocal,
});

const resolving = (lookup: LookupAll) => ({ connections: createConnections({ lookup }) });

const resolvingTo =
  (...addresses: string[]): LookupAll =>
  (_hostname, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

/** Counts its connections and all connections begun in the process. */
async function listen(t: TestContext) {
  const seen = { connections: 0, begun: 0 };
  const server = createServer((_request, response) => response.writeHead(200).end());
  server.on("connection", () => seen.connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  for (const one of [net, tls]) {
    const connect = one.connect.bind(one) as (...given: unknown[]) => net.Socket;
    t.mock.method(one, "connect", (...given: unknown[]) => {
      seen.begun++;
      return connect(...given);
    });
  }
  return { port: (server.address() as AddressInfo).port, seen };
}

describe("webhook sender: hidden addresses", () => {
  it(`opens no connection for any of ${HIDDEN_HOSTS.length} hosts that are not public`, async (t) => {
    assert.ok(HIDDEN_HOSTS.length >= 70);
    const { port, seen } = await listen(t);
    for (const { host, leadsTo } of HIDDEN_HOSTS) {
      for (const origin of [
        `https://${host}:${port}`,
        `http://${host}:${port}`,
        `https://${host}`,
      ]) {
        const options = resolving(resolvingTo(...(leadsTo ?? [PUBLIC])));
        const answer = await sendWebhook(request(`${origin}/hook`), options);
        assert.equal(answer.error, "BLOCKED_ADDRESS", origin);
        assert.equal(answer.status, undefined);
      }
    }
    assert.equal(seen.connections, 0);
    // A name starts a connection before its lookup blocks it.
    assert.ok(seen.begun <= 3 * HIDDEN_HOSTS.filter(({ leadsTo }) => leadsTo).length);

    // Proves that connections are counted.
    assert.equal((await sendWebhook(request(`http://127.0.0.1:${port}/`, true))).status, 200);
    assert.equal(seen.connections, 1);
  });

  it("opens no connection for an invalid host", async (t) => {
    const { port, seen } = await listen(t);
    for (const host of MALFORMED_HOSTS) {
      const answer = await sendWebhook(request(`https://${host}:${port}/hook`, true));
      assert.equal(answer.status, undefined, host);
      assert.notEqual(answer.error, undefined, host);
    }
    assert.deepEqual(seen, { connections: 0, begun: 0 });
  });

  it("opens no connection to another port, by plain HTTP, or with a user name", async (t) => {
    const { port, seen } = await listen(t);
    const lookup = resolvingTo(PUBLIC);
    for (const url of [
      "https://shop.example:22/",
      "https://shop.example:80/",
      "https://shop.example:6379/",
      `https://shop.example:${port}/`,
      "http://shop.example/",
      "http://shop.example:443/",
      `https://shop.example@127.0.0.1:${port}/`,
      `https://shop.example:443@127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}\\@shop.example/`,
      `https://127.0.0.1:${port}#@shop.example/`,
    ]) {
      const answer = await sendWebhook(request(url), resolving(lookup));
      assert.equal(answer.error, "BLOCKED_ADDRESS", url);
    }
    assert.equal(seen.connections, 0);
  });

  it("detects a public name that later resolves to this machine", async (t) => {
    const { seen } = await listen(t);
    const answers = [[PUBLIC], ["127.0.0.1"], [PUBLIC, "127.0.0.1"], ["::1"], ["10.0.0.1"]];
    const url = await checkCallbackUrl("https://rebind.example/hook", {
      allowLocal: false,
      resolve: async () => answers.shift() ?? [],
    });
    for (const addresses of answers) {
      const answer = await sendWebhook(request(url), resolving(resolvingTo(...addresses)));
      assert.equal(answer.error, "BLOCKED_ADDRESS", addresses.join());
    }
    assert.equal(seen.connections, 0);
  });
});
