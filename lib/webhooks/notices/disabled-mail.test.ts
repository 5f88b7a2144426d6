import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { type DisabledMailParts, disabledMail } from "./disabled-mail.ts";

const endpoint: DisabledMailParts["endpoint"] = {
  name: "Till <b>1</b>\u202e",
  url: "https://hooks.shop.example/in?key=hidden#x",
  mode: "live",
  disabledReason: "failing",
  disabledAt: new Date("2026-01-20T12:00:00Z"),
  failingSince: new Date("2026-01-10T08:30:00Z"),
};
const parts: DisabledMailParts = {
  email: "ada@shop.example",
  text: createMerchantText(),
  accountName: "Corner & Books",
  endpoint,
  link: "https://pay.example/console/webhooks/whep_1",
};

describe("mail about a disabled endpoint", () => {
  it("names what, since when and what to do, as text and as HTML", () => {
    const mail = disabledMail(parts);
    assert.equal(mail.to, parts.email);
    assert.equal(mail.subject, "The webhook endpoint “Till <b>1</b>” was disabled");
    assert.match(
      mail.text,
      /webhooks for Corner & Books \(.+\) to https:\/\/hooks\.shop\.example\/in\./,
    );
    assert.match(mail.text, /since 10 Jan 2026, 08:30:00 UTC has failed/);
    assert.match(mail.text, /enable the endpoint, and resend/);
    assert.ok(mail.text.split("\n").includes(parts.link));
    assert.ok(mail.html.includes(`href="${parts.link}"`));
    assert.doesNotMatch(mail.html, /<b>|hidden/);
    assert.doesNotMatch(`${mail.text}${mail.html}`, /\{\w|undefined|hidden/);
  });

  it("names a request of the server, and an unnamed endpoint by its host", () => {
    const gone = { ...endpoint, name: null, disabledReason: "gone", failingSince: null } as const;
    const mail = disabledMail({ ...parts, endpoint: gone });
    assert.match(mail.subject, /“hooks\.shop\.example”/);
    assert.match(mail.text, /returned 410/);
  });
});
