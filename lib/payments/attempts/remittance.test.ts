import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { findNamed } from "#lib/payments/transfers/statement/reference.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { toSepaText } from "#lib/platform/values/sepa-text.ts";
import { remittanceOf } from "./remittance.ts";

const id = "txn_01kagj3y9be2rvn5q8w0m4tzxh";

describe("the text on the payer's statement", () => {
  it("is the shop's reference, and what fits of the description", () => {
    assert.equal(remittanceOf({ id, externalId: null, description: null }), id);
    const order = { id, externalId: "cart-1042", description: "2 books" };
    assert.equal(remittanceOf(order), "cart-1042 2 books");
    const long = remittanceOf({
      ...order,
      externalId: "x".repeat(128),
      description: "Momo ".repeat(9),
    });
    assert.equal(long, `${"x".repeat(128)} Momo Momo M`);
  });

  it("names no other payment, however the description is written", () => {
    const externalId = fc.constantFrom("cart-1042", "RF", "RF18", "a RF18 0012");
    const hidden = fc.tuple(
      fc.nat(10 ** 12 - 1),
      fc.constantFrom("", " ", "-", ".", "/", "\u200b"),
      fc.constantFrom("", "ＲＦ", "Я"),
    );
    const property = fc.property(
      externalId,
      hidden,
      fc.string(),
      (externalId, [digits, sign, wide], rest) => {
        const own = createCreditorReference(String(digits).padStart(12, "0"));
        const written = wide === "ＲＦ" ? own.replace("RF", wide) : [...own].join(sign);
        for (const description of [`${rest}${written}`, written, own.slice(2), own.slice(4)]) {
          const text = toSepaText(remittanceOf({ id, externalId, description }), 140);
          const alone = toSepaText(externalId, 140);
          const named = (text: string) => findNamed({ structured: [], text, ids: [] });
          assert.deepEqual(named(text), named(alone), text);
        }
      },
    );
    fc.assert(property);
  });
});
