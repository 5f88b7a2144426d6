import assert from "node:assert/strict";
import { it } from "node:test";
import { isOutage } from "./failures.ts";
import { withinPatience } from "./opening.ts";

it("a request waits a little for what is being opened, and then takes it for an outage", async () => {
  const { promise: opening, resolve } = Promise.withResolvers<string>();
  await assert.rejects(withinPatience(opening, 10), isOutage);
  resolve("open");
  assert.equal(await withinPatience(opening, 10), "open");
});
