import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { paletteOf } from "#lib/merchants/brand/palette.ts";
import { createText } from "#lib/platform/i18n/format.ts";
import { LANGUAGES, type OfferedLocale } from "#lib/platform/i18n/locale.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { assertReadable } from "#lib/testing/letters.ts";
import { encodedLength } from "./letter.ts";
import { type ReceiptMailParts, receiptMail } from "./receipt-mail.ts";

const PARTS: ReceiptMailParts = {
  email: "ada@shop.example",
  payeeName: "Corner Books",
  amount: 1250,
  currency: "EUR",
  paidAt: "2026-01-15T12:05:00.000Z",
  order: "#1042",
  description: "Two books, and delivery on Saturday",
  lines: [
    {
      name: "The Sea, a very long title of a book about all of its waters",
      quantity: 2,
      unitAmount: 500,
    },
    { name: "Delivery", quantity: 1, unitAmount: 250 },
  ],
  id: "txn_01kagj3y9be2rvn5q8w0m4tzxh",
  url: "https://pay.example/checkout/receipt?shared=t.k&lang=en",
  mode: "test",
  text: createText("en"),
};
const locales = Object.keys(LANGUAGES) as OfferedLocale[];

describe("the mail with a receipt", () => {
  for (const locale of locales) {
    it(`has each fact in ${locale}, in both parts and within the limits of mail programs`, () => {
      const text = createText(locale);
      const mail = receiptMail({ ...PARTS, text });
      const { common, receipt, mail: words, information } = text.messages;
      const amount = text.amount(1250, "EUR");
      const facts = [
        "Corner Books",
        amount,
        text.dateTime(PARTS.paidAt),
        "#1042",
        PARTS.id,
        "Two books, and delivery on Saturday",
        "2 × The Sea",
        text.amount(1000, "EUR"),
        common.order,
        receipt.mark,
        receipt.note,
        words.receipt.title,
        information.complaints.shop,
      ];
      assertReadable(mail, facts, 1, locale);
      assert.ok(mail.text.includes(`\n${PARTS.url}\n`));
      assert.match(mail.html, new RegExp(`<html lang="${locale}" dir="${text.dir}">`));
      assert.ok(mail.subject.includes(amount) && mail.subject.includes("Corner Books"));
      // Greek and Arabic need more.
      assert.ok(encodedLength(mail.subject) <= 100, mail.subject);
    });
  }

  it("is marked in test mode only, and leaves out what the shop did not send", () => {
    const none = { order: null, description: null, lines: null };
    const mail = receiptMail({ ...PARTS, ...none, mode: "live" });
    assert.doesNotMatch(`${mail.text}${mail.html}`, /not a payment|null|undefined/);
    assertReadable(mail, ["Corner Books", "€12.50", PARTS.id], 1, "live");
  });

  it("has a button that can be read in any colour of a shop", () => {
    for (const accent of ["#ffffff", "#000000", "#ffee00", "#ff0000", "#3355ff", "#808080"]) {
      assertReadable(receiptMail({ ...PARTS, colours: paletteOf(accent) }), [], 1, accent);
    }
  });

  it("shortens a long name in the subject, and only there", () => {
    for (const payeeName of ["Muster ".repeat(10).trim(), "Ж".repeat(70), "👍🏽".repeat(20)]) {
      const { subject, text } = receiptMail({ ...PARTS, payeeName });
      assert.ok(subject.length < payeeName.length + 10);
      assert.match(subject, /…/);
      assert.ok(text.includes(payeeName));
      assert.doesNotMatch(subject, /👍…/u, "no half of a sign");
    }
    assert.ok(
      encodedLength(receiptMail({ ...PARTS, payeeName: "Muster ".repeat(10) }).subject) <= 69,
    );
  });

  it("shows anyone's words as text, and lets none add a header or turn the direction", () => {
    const nasty = fc.constantFrom(
      "\r\n",
      "\n",
      "\r",
      "<b>",
      "</td>",
      "&#60;",
      '"',
      "\u202e",
      "\u2067",
      "\u2028",
      "\0",
    );
    const words = fc
      .array(fc.oneof(nasty, anyCharacter, fc.constant("Bcc: eve@evil.example")), { maxLength: 12 })
      .map((parts) => `x${parts.join("")}`);
    const shape = (html: string) => html.match(/<[!/a-z][^>\s]*/gi)?.join("");
    const plain = shape(receiptMail(PARTS).html);
    fc.assert(
      fc.property(words, words, words, words, (payeeName, order, description, name) => {
        const [line, ...more] = PARTS.lines ?? [];
        const lines = line ? [{ ...line, name }, ...more] : more;
        const mail = receiptMail({ ...PARTS, payeeName, order, description, lines });
        assert.equal(shape(mail.html), plain);
        assert.doesNotMatch(mail.subject, /[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
        assert.doesNotMatch(`${mail.text}${mail.html}`, /[\u202a-\u202e\u2028\r\0]/u);
      }),
      { numRuns: 60 },
    );
  });
});
