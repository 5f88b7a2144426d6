import assert from "node:assert/strict";
import { it } from "node:test";
import { actionField } from "./action-field.ts";

it("the field of a server action has the id that React gives it", () => {
  assert.equal(actionField({ $$id: "4f00", $$bound: null }), "$ACTION_ID_4f00");
});

it("a function that React does not know, or with bound arguments, has none", () => {
  const actions = [async () => {}, {}, { $$id: "4f00", $$bound: ["a"] }];
  for (const action of actions) assert.throws(() => actionField(action), /not a server action/);
});
