import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { TRANSACTION_STATUSES } from "#lib/payments/model/status.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { readCursor, writeCursor } from "./cursor.ts";

const ID = newId("txn");

describe("a cursor of the payment list", () => {
  it("survives writing and reading", () => {
    const positions = fc.record(
      {
        id: fc.constant(ID),
        status: fc.constantFrom(...TRANSACTION_STATUSES),
        amount: fc.integer({ min: 0, max: 999_999_999_999_999 }),
        createdAt: fc.date({ min: new Date(0), max: new Date("2286-01-01"), noInvalidDate: true }),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(positions, (position) => {
        assert.deepEqual(readCursor(writeCursor(position)), position);
      }),
    );
  });

  for (const text of [
    undefined,
    "",
    ID,
    `${ID}~pending~1250`,
    `${ID}~pending~1250~1768478400000~1`,
    `${ID}~paid~1250~1768478400000`,
    `${ID}~pending~-1~1768478400000`,
    `${ID}~pending~1250~99999999999999`,
    `${ID}~pending~1250~`,
    `${ID}~pending~0x10~1768478400000`,
    "txn_1~pending~1250~1768478400000",
    `${ID}'~pending~1250~1768478400000`,
  ]) {
    it(`is invalid: "${text}"`, () => assert.equal(readCursor(text), undefined));
  }

  it("is never an invalid position", () => {
    const part = fc.oneof(
      fc.constantFrom(ID, "pending", "1250", "1768478400000", "9".repeat(13), ""),
      fc.string({ unit: anyCharacter, maxLength: 16 }),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 5 }), (parts) => {
        const position = readCursor(parts.join("~"));
        if (position) assert.equal(writeCursor(position).split("~").length, 4);
        assert.ok(!Number.isNaN(position?.createdAt.getTime() ?? 0));
      }),
    );
  });
});
