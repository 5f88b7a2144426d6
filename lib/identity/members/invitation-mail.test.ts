import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { invitationMail } from "./invitation-mail.ts";

const parts = {
  email: "grace@shop.example",
  role: "developer",
  accountName: "Corner Books",
  inviterName: "Ada",
  link: "https://pay.example/console/invitation?token=abc-_123",
  text: createMerchantText(),
} as const;

describe("the mail of an invitation", () => {
  for (const form of ["text", "html"] as const) {
    it(`names in ${form} the inviter, account, role, link and duration`, () => {
      const words = [
        /Corner Books/,
        /Ada invited you/,
        /Developer/,
        /7 days/,
        /Ignore this e-mail/,
      ];
      for (const word of words) assert.match(invitationMail(parts)[form], word);
      assert.ok(invitationMail(parts)[form].includes(parts.link));
    });
  }

  it("names no inviter when the operator invites", () => {
    const { text } = invitationMail({ ...parts, inviterName: undefined });
    assert.match(text, /You're invited to join Corner Books/);
  });

  it("shows names as plain text on one line", () => {
    const accountName = `<img src=x>\r\nBcc: eve@evil.example\u202e{role}`;
    const { subject, html, text } = invitationMail({ ...parts, accountName, inviterName: "<b>" });
    assert.equal(subject, "Join <img src=x> Bcc: eve@evil.example {role} on Bankside");
    assert.doesNotMatch(html, /<img|<b>/);
    assert.doesNotMatch(text, /\nBcc/);
  });
});
