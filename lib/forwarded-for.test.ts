import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { clientOf, trustProxies } from "./forwarded-for.ts";

const FORWARDED = /^(x-)?forwarded/i;
const CONNECTED = "198.51.100.9";

describe("the client behind proxies", () => {
  for (const [forwarded, trusted, expected] of [
    ["203.0.113.1", 0, CONNECTED],
    ["203.0.113.1", 1, "203.0.113.1"],
    ["10.9.9.9, 203.0.113.1", 1, "203.0.113.1"],
    ["10.9.9.9, 203.0.113.1, 192.0.2.1", 2, "203.0.113.1"],
    ["203.0.113.1:4711", 1, "203.0.113.1"],
    ["[2001:db8::1]:4711", 1, "2001:db8::1"],
    ["2001:db8::1", 1, "2001:db8::1"],
    ["203.0.113.1", 2, CONNECTED],
    ["nonsense", 1, CONNECTED],
    ["", 1, CONNECTED],
    [undefined, 1, CONNECTED],
  ] as const) {
    it(`of ${JSON.stringify(forwarded)} with ${trusted} trusted is ${expected}`, () => {
      assert.equal(clientOf(forwarded, CONNECTED, trusted), expected);
    });
  }

  it("is who is connected, whatever the client itself wrote", async (t) => {
    trustProxies(0);
    const server = createServer((request, response) => {
      const { "x-forwarded-for": client, "x-forwarded-host": host, forwarded } = request.headers;
      const raw = request.rawHeaders.filter((_, at) =>
        FORWARDED.test(request.rawHeaders[at - 1] ?? ""),
      );
      const distinct = request.headersDistinct["x-forwarded-for"];
      response.end(JSON.stringify({ client, host, forwarded, raw, distinct }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      headers: {
        "X-Forwarded-For": "203.0.113.1",
        "X-Forwarded-Host": "evil.example",
        Forwarded: "host=evil.example",
      },
    });
    const client = "127.0.0.1";
    assert.deepEqual(await answer.json(), { client, raw: [client], distinct: [client] });
  });
});
