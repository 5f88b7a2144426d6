import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { splitHosts } from "./url.ts";

describe("the hosts of a database's URL", () => {
  for (const [url, hosts] of [
    ["postgres://ada@one/shop", ["postgres://ada@one/shop"]],
    [
      "postgres://ada:a,b%40c@one:5433,two,[::1]:5434/shop?sslmode=verify-full",
      [
        "postgres://ada:a,b%40c@one:5433/shop?sslmode=verify-full",
        "postgres://ada:a,b%40c@two/shop?sslmode=verify-full",
        "postgres://ada:a,b%40c@[::1]:5434/shop?sslmode=verify-full",
      ],
    ],
    ["postgresql://one,two", ["postgresql://one", "postgresql://two"]],
    ["postgres://ada@/shop?host=/run/a,b", ["postgres://ada@/shop?host=/run/a,b"]],
    ["mysql://one,two/shop", ["mysql://one,two/shop"]],
  ] as const) {
    it(`splits ${url}`, () => assert.deepEqual(splitHosts(url), hosts));
  }
});
