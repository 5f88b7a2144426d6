import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseEnv } from "./env.ts";
import { contactOf, securityTxt } from "./security-txt.ts";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const file = (variables: Record<string, string>) =>
  securityTxt(parseEnv({ PUBLIC_URL: "https://pay.example", ...variables }), NOW);

describe("security.txt", () => {
  it("names the contact, and expires in the future", async () => {
    const response = file({ SECURITY_CONTACT: "https://pay.example/security" });
    assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
    assert.deepEqual((await response.text()).split("\n"), [
      "Contact: https://pay.example/security",
      "Expires: 2027-02-20T10:00:00.000Z",
      "Canonical: https://pay.example/.well-known/security.txt",
      "",
    ]);
  });

  it("names the sender of mails if there is no contact", async () => {
    const response = file({ MAIL_FROM: "Shop <help@shop.example>" });
    assert.match(await response.text(), /^Contact: mailto:help@shop\.example$/m);
  });

  it("is missing without a reachable contact", () => {
    for (const MAIL_FROM of ["", "Shop <no-reply@shop.example>"]) {
      assert.equal(file({ MAIL_FROM }).status, 404);
    }
  });

  it("refuses an invalid contact", () => {
    for (const SECURITY_CONTACT of [
      "http://pay.example",
      "javascript:alert(1)",
      "help@a.example",
    ]) {
      assert.throws(() => file({ SECURITY_CONTACT }), /SECURITY_CONTACT/);
    }
    for (const sender of ["nobody", "a@b@c", "a@b\nExpires: x", "noreply@a.example"]) {
      assert.equal(contactOf(sender), undefined, sender);
    }
    assert.equal(contactOf("help@a.example"), "mailto:help@a.example");
  });
});
