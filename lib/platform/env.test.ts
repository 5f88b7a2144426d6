import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { EnvError, parseDatabaseEnv, parseEnv, variableNames } from "./env.ts";

describe("environment", () => {
  it("needs nothing", () => {
    const env = parseEnv({});
    assert.equal(env.PUBLIC_URL, "http://localhost:3000");
    assert.equal(env.BASE_URL, "http://localhost:3000/api");
    assert.equal(env.SANDBOX_SHOP_URL, "http://127.0.0.1:3000/sandbox/shop");
    assert.equal(env.TRANSACTION_TTL_MINUTES, 30);
    assert.equal(env.ALLOW_LOCAL_CALLBACKS, true);
  });

  it("derives addresses from PUBLIC_URL and PORT, without a trailing slash", () => {
    assert.equal(parseEnv({ PORT: "4000" }).CHECKOUT_URL, "http://localhost:4000/checkout");
    const env = parseEnv({
      PUBLIC_URL: "https://pay.example/",
      PAYER_APP_URL: "https://app.example/pay/",
    });
    assert.equal(env.CHECKOUT_URL, "https://pay.example/checkout");
    assert.equal(env.PAYER_APP_URL, "https://app.example/pay");
    assert.equal(env.SANDBOX_SHOP_URL, "https://pay.example/sandbox/shop");
    assert.equal(env.ALLOW_LOCAL_CALLBACKS, false);
  });

  it("allows local callbacks by default only where every address is on loopback", () => {
    const allowed = (variables: Record<string, string>) =>
      parseEnv(variables).ALLOW_LOCAL_CALLBACKS;
    assert.equal(allowed({ PUBLIC_URL: "http://[::1]:3000" }), true);
    assert.equal(allowed({ CONSOLE_URL: "http://127.0.0.1:3000/console" }), true);
    assert.equal(allowed({ CHECKOUT_URL: "https://pay.example/checkout" }), false);
    assert.equal(allowed({ PUBLIC_URL: "https://pay.example", DEMO: "true" }), false);
    assert.equal(allowed({ PUBLIC_URL: "https://pay.example", HOST: "127.0.0.1" }), false);
    for (const HOST of ["localhost", "127.0.0.1", "127.0.0.2", "::1"]) {
      assert.equal(allowed({ HOST }), true, HOST);
    }
    for (const HOST of ["0.0.0.0", "::", "192.168.1.50"]) {
      assert.equal(allowed({ HOST }), false, HOST);
    }
  });

  it("allows local callbacks anywhere when the operator says so", () => {
    const PUBLIC_URL = "https://pay.example";
    assert.equal(
      parseEnv({ PUBLIC_URL, ALLOW_LOCAL_CALLBACKS: "true" }).ALLOW_LOCAL_CALLBACKS,
      true,
    );
    assert.equal(parseEnv({ ALLOW_LOCAL_CALLBACKS: "false" }).ALLOW_LOCAL_CALLBACKS, false);
  });

  it("takes an address to listen on, and no name but localhost", () => {
    for (const HOST of ["0.0.0.0", "::", "127.0.0.1", "::1", "192.168.1.50", "localhost"]) {
      assert.equal(parseEnv({ HOST }).HOST, HOST);
    }
    for (const HOST of ["my-machine", "x86_64-conda-linux-gnu", "0.0.0.0:3000", "300.0.0.1", "*"]) {
      assert.throws(() => parseEnv({ HOST }), /HOST: must be an IP address of this machine/);
    }
  });

  it("names every wrong variable at once, and never its value", () => {
    const wrong = {
      PORT: "0",
      PUBLIC_URL: "ftp://x",
      APP_SECRET: "hunter2",
      DEMO: "yes",
      DATABASE_URL: "mysql://x",
    };
    assert.throws(
      () => parseEnv(wrong),
      (error: unknown) => {
        assert.ok(error instanceof EnvError);
        for (const name of Object.keys(wrong))
          assert.match(error.message, new RegExp(`^  ${name}: `, "m"));
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
    );
  });

  it("requires APP_SECRET with DATABASE_URL", () => {
    const DATABASE_URL = "postgres://localhost/bankside";
    assert.throws(
      () => parseEnv({ DATABASE_URL }),
      /APP_SECRET: is required together with DATABASE_URL/,
    );
    assert.ok(parseEnv({ DATABASE_URL, APP_SECRET: "ab".repeat(32) }));
    assert.ok(parseDatabaseEnv({ DATABASE_URL }), "npm run migrate decrypts nothing");
    assert.throws(
      () => parseEnv({ DATABASE_DIRECT_URL: DATABASE_URL }),
      /DATABASE_DIRECT_URL: needs DATABASE_URL/,
    );
  });

  const [first, second] = ["ab".repeat(32), "CD".repeat(32)];

  it("takes a list of secrets, oldest first, with - for retired ones", () => {
    const secrets = (APP_SECRET: string) =>
      parseEnv({ APP_SECRET }).APP_SECRET?.map((secret) => secret?.toString("hex") ?? null);
    assert.deepEqual(secrets(first), [first]);
    assert.deepEqual(secrets(`${first},${second}`), [first, second.toLowerCase()]);
    assert.deepEqual(secrets(` - , ${second} `), [null, second.toLowerCase()]);
    const most = ["-", ...Array.from({ length: 15 }, (_, index) => `${index + 10}`.repeat(32))];
    assert.equal(secrets(most.join(","))?.length, 16);
  });

  const wrongLists: [string, string][] = [
    ["a retired newest", `${first},-`],
    ["only retired ones", "-"],
    ["a gap", `${first},,${second}`],
    ["a comma at the end", `${first},`],
    ["17", ["-", ...Array(15).fill("-"), first].join(",")],
    ["one secret twice", `${first},${first.toUpperCase()}`],
    ["a short one", `${first},${second.slice(2)}`],
    ["a long one", `${first},${second}00`],
    ["no hex", `${first},${"x".repeat(64)}`],
    ["other separators", `${first};${second}`],
  ];
  for (const [what, APP_SECRET] of wrongLists) {
    it(`refuses a list of secrets with ${what}, without telling any`, () => {
      assert.throws(
        () => parseEnv({ APP_SECRET }),
        ({ message }: Error) =>
          /APP_SECRET: must be 32 bytes in hex/.test(message) && !/abab|cdcd/i.test(message),
      );
    });
  }

  it("takes an empty variable for an unset one", () => {
    assert.equal(parseEnv({ PORT: "", APP_SECRET: "" }).PORT, 3000);
  });

  it("has a row in .env.example for each variable, and for no other", () => {
    const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
    const rows = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map((match) => match[1]);
    assert.deepEqual(rows.toSorted(), variableNames.toSorted());
  });
});
