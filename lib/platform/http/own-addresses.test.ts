import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { listenAddresses, listensLocally, ownHosts } from "./own-addresses.ts";

const LOOPBACK = ["127.0.0.1", "::1"];
const EVERYWHERE = [undefined];
const PUBLIC = { PUBLIC_URL: "https://pay.example" };

describe("where a server listens", () => {
  for (const [variables, addresses, isLocal] of [
    [{}, LOOPBACK, true],
    [{ PUBLIC_URL: "http://127.0.0.1:3000" }, LOOPBACK, true],
    [{ PUBLIC_URL: "http://[::1]:3000" }, LOOPBACK, true],
    [{ PUBLIC_URL: "http://localhost.example" }, EVERYWHERE, false],
    [PUBLIC, EVERYWHERE, false],
    [{ HOST: "0.0.0.0" }, ["0.0.0.0"], false],
    [{ HOST: "::" }, ["::"], false],
    [{ HOST: "192.168.1.50" }, ["192.168.1.50"], false],
    [{ ...PUBLIC, HOST: "localhost" }, LOOPBACK, true],
    [{ ...PUBLIC, HOST: "127.0.0.2" }, ["127.0.0.2"], true],
    ...[
      "BASE_URL",
      "CHECKOUT_URL",
      "SECURE_URL",
      "PAYER_APP_URL",
      "CONSOLE_URL",
      "SANDBOX_BANK_URL",
      "SANDBOX_SHOP_URL",
    ].map((name) => [{ [name]: "https://pay.example/x" }, EVERYWHERE, false] as const),
  ] as const) {
    it(`with ${JSON.stringify(variables)} is ${JSON.stringify(addresses)}`, () => {
      const env = parseEnv(variables);
      assert.deepEqual(listenAddresses(env), addresses);
      assert.equal(listensLocally(env), isLocal);
    });
  }
});

describe("the hosts of a deployment", () => {
  it("are the hosts of all its addresses, also the shop's on 127.0.0.1", () => {
    const isOwn = ownHosts(parseEnv({}));
    for (const host of ["localhost:3000", "127.0.0.1:3000"]) assert.ok(isOwn(host), host);
    for (const host of ["localhost", "localhost:3001", "[::1]:3000", "192.168.1.50:3000", ""]) {
      assert.ok(!isOwn(host), host);
    }
  });
});
