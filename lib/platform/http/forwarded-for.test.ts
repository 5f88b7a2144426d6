import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { limitedAddress } from "./client-address.ts";
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

  it("is the connected one, not the one that the client itself sent", async (t) => {
    const url = await serve(t, 0, (request) => {
      const { "x-forwarded-for": client, "x-forwarded-host": host, forwarded } = request.headers;
      const raw = request.rawHeaders.filter((_, at) =>
        FORWARDED.test(request.rawHeaders[at - 1] ?? ""),
      );
      const distinct = request.headersDistinct["x-forwarded-for"];
      return { client, host, forwarded, raw, distinct };
    });
    const answer = await fetch(url, {
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

describe("a connection from this machine", () => {
  const limited = (request: IncomingMessage) => ({
    limited: limitedAddress(new Headers(request.headers as Record<string, string>)) ?? "nobody",
    raw: request.rawHeaders.includes("x-bankside-local"),
  });
  const own = { limited: "nobody", raw: true };

  for (const trusted of [0, 1]) {
    it(`is not limited if it names no proxy, with ${trusted} trusted`, async (t) => {
      assert.deepEqual(await (await fetch(await serve(t, trusted, limited))).json(), own);
    });

    for (const [name, value] of [
      ["X-Forwarded-For", "127.0.0.1"],
      ["X-Forwarded-For", "127.9.9.9"],
      ["X-Forwarded-For", "::1"],
      ["X-Forwarded-For", "::ffff:7f00:1"],
      ["X-Forwarded-For", "0:0:0:0:0:0:0:1"],
      ["X-Forwarded-For", ""],
      ["X-Forwarded-For", "nonsense"],
      ["Forwarded", "for=127.0.0.1"],
      ["X-Real-IP", "127.0.0.1"],
      ["X-Forwarded-Host", "localhost"],
    ] as const) {
      it(`is limited if it sends ${name}: ${value} with ${trusted} trusted`, async (t) => {
        const headers = { [name]: value, "X-Bankside-Local": "1" };
        const answer = await fetch(await serve(t, trusted, limited), { headers });
        const seen = await answer.json();
        assert.notEqual(seen.limited, "nobody");
        assert.equal(seen.raw, false, "the client's own mark is removed");
      });
    }
  }
});

async function serve(
  t: TestContext,
  trusted: number,
  answer: (request: IncomingMessage) => object,
): Promise<string> {
  t.after(trustProxies(trusted));
  const server = createServer((request, response) => {
    response.end(JSON.stringify(answer(request)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}
