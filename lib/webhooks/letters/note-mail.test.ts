import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { encodedLength } from "#lib/platform/mail/letter.ts";
import { assertReadable } from "#lib/testing/letters.ts";
import { NOTE_KINDS } from "#lib/webhooks/model/letter.ts";
import { type NoteMailParts, noteMail } from "./note-mail.ts";

const PARTS: NoteMailParts = {
  email: "robin@shop.example",
  text: createMerchantText(),
  accountName: "Corner Books",
  mode: "live",
  kind: "payments",
  totals: [{ currency: "EUR", count: 1, amount: 1250 }],
  count: 1,
  listed: [{ order: "order-1042", amount: 1250, currency: "EUR" }],
  link: "https://pay.example/console/payments/txn_1",
  settingsUrl: "https://pay.example/console/settings/emails?mode=live",
};

describe("e-mails to members", () => {
  for (const kind of NOTE_KINDS) {
    it(`of ${kind} have what happened, one page about it, and the way to switch them off`, () => {
      const one = noteMail({ ...PARTS, kind });
      const many = noteMail({
        ...PARTS,
        kind,
        totals: [
          { currency: "EUR", count: 20, amount: 25_000 },
          { currency: "SEK", count: 2, amount: 9_900 },
        ],
        count: 22,
        listed: [
          { order: null, amount: 1250, currency: "EUR", note: "came back" },
          { order: "order-1042", amount: 1250, currency: "EUR" },
        ],
      });
      assertReadable(one, ["Corner Books", "€12.50", "order-1042"], 2, kind);
      assertReadable(many, ["€250.00 + SEK\u00a099.00", "order-1042", "And 20 more"], 2, kind);
      assert.match(many.text, /Without order number, came back: €12\.50/);
      for (const { text, html, subject, settingsUrl } of [one, many]) {
        assert.equal(settingsUrl, PARTS.settingsUrl);
        assert.ok(text.includes(`\n${PARTS.settingsUrl}\n`) && text.includes(`\n${PARTS.link}\n`));
        assert.doesNotMatch(`${text}${html}`, /undefined|Test mode/);
        assert.doesNotMatch(`${text}${subject}`, /[{}]/);
        assert.ok(encodedLength(subject) <= 110, subject);
      }
    });
  }

  it("have no sum if there are more than were added up, and say what test mode is", () => {
    const { text } = noteMail({ ...PARTS, kind: "overdue", count: 40, mode: "test" });
    assert.match(text, /40 bank transfers are overdue\n/);
    assert.match(text, /Test mode: no money moved/);
    assert.match(text, /And 39 more/);
  });
});
