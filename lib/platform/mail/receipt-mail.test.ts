import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createText } from "#lib/platform/i18n/format.ts";
import { LANGUAGES, type OfferedLocale } from "#lib/platform/i18n/locale.ts";
import { receiptMail } from "./receipt-mail.ts";

const parts = {
  email: "ada@shop.example",
  payeeName: "Corner Books",
  amountText: "€12.50",
  timeText: "15 January 2026 at 12:05 UTC",
  order: "#1042",
  url: "https://pay.example/checkout/receipt?shared=t.k",
  mode: "live" as const,
  text: createText("en"),
};

describe("the mail with a receipt", () => {
  it("states amount, payee and time, and links to the receipt, in every language", () => {
    for (const locale of Object.keys(LANGUAGES) as OfferedLocale[]) {
      const { subject, text, html } = receiptMail({ ...parts, text: createText(locale) });
      for (const part of [subject, text, html]) {
        assert.match(part, /€12\.50/);
        assert.match(part, /Corner Books/);
      }
      for (const part of [text, html]) {
        for (const word of [parts.timeText, "1042", "receipt?shared=t.k"]) {
          assert.ok(part.includes(word), `${locale}: ${word}`);
        }
      }
    }
  });

  it("is marked in test mode only", () => {
    assert.match(receiptMail({ ...parts, mode: "test" }).text, /not a payment/);
    assert.doesNotMatch(receiptMail(parts).text, /not a payment/);
  });

  it("shows a merchant's words as text, on one line", () => {
    const payeeName = `<img src=x>\r\nBcc: eve@evil.example`;
    const { subject, html } = receiptMail({ ...parts, payeeName, order: payeeName });
    assert.doesNotMatch(html, /<img/);
    assert.doesNotMatch(subject, /[\r\n]/);
  });
});
