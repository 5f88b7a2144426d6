import assert from "node:assert/strict";
import { it } from "node:test";
import { orderOf } from "./return-link.ts";

const LINK = "kilntable://?status=succeeded&transactionId=txn_1&externalId=o-1";

it("a return link names its order", () => {
  assert.equal(orderOf(LINK, "kilntable"), "o-1");
});

it("other links name none", () => {
  assert.equal(orderOf(null, "kilntable"), undefined);
  assert.equal(orderOf("kilntable://products/mug", "kilntable"), undefined);
  assert.equal(orderOf(LINK.replace("kilntable:", "other:"), "kilntable"), undefined);
  assert.equal(orderOf(`${LINK}&externalId=o-2`, "kilntable"), undefined);
});
