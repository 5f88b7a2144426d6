import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  createCreditorReference,
  findLikeOwn,
  ownReferencesIn,
  parseCreditorReference,
} from "#lib/platform/values/creditor-reference.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { findRefundMark, idEndOf, refundEndToEndId, refundReference } from "./refund.ts";

const ID = "rfnd_01kagj9q4hfs3vt8m2y6x0b5wc";
const REFERENCE = "RF14R8M2Y6X0B5WC";

const id = fc.constant(undefined).map(() => newId("rfnd"));

describe("the reference of a refund", () => {
  it("is a creditor reference of 16 characters, derived from the id, and none of a payment's", () => {
    assert.equal(refundReference(ID), REFERENCE);
    assert.equal(idEndOf(REFERENCE), "8m2y6x0b5wc");
    fc.assert(
      fc.property(id, (each) => {
        const reference = refundReference(each);
        assert.equal(parseCreditorReference(reference), reference);
        assert.equal(reference.length, 16);
        assert.ok(each.endsWith(idEndOf(reference)));
        assert.deepEqual([ownReferencesIn(reference), findLikeOwn(reference)], [[], undefined]);
      }),
    );
  });

  it("is found in what banks make of it, as is the id", () => {
    const found: [texts: string[], mark: string][] = [
      [[REFERENCE], REFERENCE],
      [["Refund rf14 r8m2 y6x0 b5wc, thank you"], REFERENCE],
      [["RF14R8M2\nY6X0B5WC"], REFERENCE],
      [["RF14000000000R8M2Y6X0B5WC"], REFERENCE],
      [["NOTPROVIDED", REFERENCE], REFERENCE],
      [[refundEndToEndId(ID)], ID],
      [["", `Refund ${refundEndToEndId(ID).toLowerCase()}`], ID],
      [[refundEndToEndId(ID), REFERENCE, REFERENCE], ID],
    ];
    for (const [texts, mark] of found) assert.equal(findRefundMark(texts), mark, texts.join());
  });

  it("is not found where it is damaged, cut by another text, another one's too, or a payment's", () => {
    const other = newId("rfnd");
    for (const texts of [
      ["RF15R8M2Y6X0B5WC"],
      ["RF14R8M2Y6X0B5W"],
      ["RF14R8M2", "Y6X0B5WC"],
      [REFERENCE, refundReference(other)],
      [refundEndToEndId(ID), refundEndToEndId(other)],
      [refundEndToEndId(ID), refundReference(other)],
      [createCreditorReference("271828182845")],
      ["RF18539007547034"],
      [],
    ]) {
      assert.equal(findRefundMark(texts), undefined, texts.join());
    }
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        (text) => findRefundMark([text]) === undefined,
      ),
    );
  });
});
