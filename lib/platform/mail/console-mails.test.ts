import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import {
  knownAddressMail,
  passwordChangedMail,
  resetMail,
  signUpMail,
  unknownAddressMail,
} from "./console-mails.ts";

const parts = { email: "ada@shop.example", text: createMerchantText() };
const link = "https://pay.example/console/confirm?token=abc&lang=en";
const urls = {
  signInUrl: "https://pay.example/console/sign-in",
  resetUrl: "https://pay.example/console/forgot-password",
};

const MAILS = {
  signUp: { mail: signUpMail({ ...parts, link, validMinutes: 60 }), links: [link] },
  known: { mail: knownAddressMail({ ...parts, ...urls }), links: Object.values(urls) },
  reset: { mail: resetMail({ ...parts, link, validMinutes: 60 }), links: [link] },
  unknown: { mail: unknownAddressMail(parts), links: [] },
  changed: {
    mail: passwordChangedMail({ ...parts, at: new Date("2026-01-15T12:00:00Z"), ...urls }),
    links: [urls.resetUrl],
  },
};

describe("mails to users of the console", () => {
  for (const [name, { mail, links }] of Object.entries(MAILS)) {
    it(`${name}: have the same content as text and as HTML, with each link on a separate line`, () => {
      assert.equal(mail.to, parts.email);
      assert.doesNotMatch(`${mail.subject}${mail.text}${mail.html}`, /\{\w|undefined/);
      for (const paragraph of mail.text.split("\n\n")) {
        if (paragraph.trim() === "" || paragraph.includes("https:")) continue;
        assert.ok(mail.html.includes(asHtml(paragraph)), paragraph);
      }
      for (const href of links) {
        assert.ok(mail.text.split("\n").includes(href));
        assert.ok(mail.html.includes(`href="${asHtml(href)}"`));
      }
      assert.equal(mail.html.split("href=").length - 1, links.length);
      assert.doesNotMatch(mail.html, /src=|<script/);
    });
  }

  it("state how long a link works, and when a password was changed", () => {
    assert.match(MAILS.signUp.mail.text, /60 minutes and can be used once/);
    assert.match(MAILS.reset.mail.text, /60 minutes and can be used once/);
    assert.match(MAILS.changed.mail.text, /15 Jan 2026, 12:00:00 UTC/);
  });
});

function asHtml(words: string): string {
  return words.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
