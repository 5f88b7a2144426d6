import assert from "node:assert/strict";
import { it } from "node:test";
import { linkStart } from "./creation.ts";

it("a link ends with its value for each form of an address", () => {
  for (const [address, start] of [
    ["https://pay.example/checkout", "?reference="],
    ["https://pay.example/checkout?theme=dark", "?theme=dark&reference="],
    ["https://pay.example/checkout?reference=old&theme=dark", "?theme=dark&reference="],
    ["https://pay.example/checkout#top", "?reference="],
  ] as const) {
    assert.equal(linkStart(address, "reference"), `https://pay.example/checkout${start}`);
  }
});
