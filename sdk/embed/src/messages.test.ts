import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  frameMessageSchema,
  type FrameMessage as Told,
} from "../../../lib/payments/checkout/frame-messages.ts";
import { webAddress } from "../../../lib/testing/web-address.ts";
import { parseMessage } from "./messages.ts";

const envelope = { v: fc.constant(1), page: fc.nat(), seq: fc.nat() };
const is = <T extends string>(type: T) => fc.constant(type);
const reference = fc.string();

const told: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ ...envelope, type: is("ready"), reference }),
  fc.record({ ...envelope, type: is("resize"), height: fc.integer({ min: 1 }) }),
  fc.record({
    ...envelope,
    type: is("state"),
    reference,
    state: fc.string(),
    closable: fc.boolean(),
  }),
  fc.record({
    ...envelope,
    type: is("state"),
    reference,
    state: reference,
    closable: fc.boolean(),
    wait: fc.string(),
  }),
  fc.record({
    ...envelope,
    type: is("outcome"),
    reference,
    status: fc.constantFrom("succeeded", "failed"),
    returnUrl: fc.option(webAddress),
  }),
  fc.record({
    ...envelope,
    type: is("error"),
    code: fc.constantFrom("return_blocked", "unexpected"),
  }),
  fc.record({ ...envelope, type: is("escape") }),
);

const asRead = ({ v: _version, page, seq, ...news }: Told) => ({ page, seq, news });

describe("the script's reading of messages", () => {
  it("accepts all messages of the contract (complaint 10)", () => {
    const types = new Set<string>();
    fc.assert(
      fc.property(told, (message) => {
        const agreed = frameMessageSchema.parse(message);
        types.add(agreed.type);
        assert.deepEqual(parseMessage(message), asRead(agreed));
      }),
    );
    const known = frameMessageSchema.options.map(({ shape }) => shape.type.value);
    assert.deepEqual([...types].sort(), known.sort(), "every type of the contract was tried");
  });

  it("refuses what the contract refuses, except fields and codes of later versions", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.object()), (data) => {
        assert.equal(parseMessage(data), undefined);
      }),
    );
  });

  const ready = { v: 1, page: 1, seq: 0, type: "ready", reference: "r" };
  const ignored: [string, unknown][] = [
    ["another version", { ...ready, v: 2 }],
    ["an unknown type", { ...ready, type: "paid" }],
    ["a type that every object has", { ...ready, type: "constructor" }],
    ["a message without its number", { ...ready, seq: undefined }],
    ["a message without its document", { ...ready, page: "1" }],
    ["a missing field", { ...ready, reference: undefined }],
    ["an outcome that is none", { ...ready, type: "outcome", status: "paid", returnUrl: null }],
    ["text", "ready"],
    ["nothing", null],
  ];
  for (const [what, data] of ignored) {
    it(`ignores ${what}`, () => assert.equal(parseMessage(data), undefined));
  }

  it("omits unknown fields", () => {
    assert.deepEqual(parseMessage({ ...ready, later: true }), {
      page: 1,
      seq: 0,
      news: { type: "ready", reference: "r" },
    });
  });
});
