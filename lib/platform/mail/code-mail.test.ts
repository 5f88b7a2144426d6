import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createText } from "#lib/platform/i18n/format.ts";
import { codeMail } from "./code-mail.ts";

const parts = {
  email: "ada@shop.example",
  code: "042913",
  payeeName: "Corner Books",
  amountText: "€12.50",
  text: createText("en"),
  validMinutes: 10,
};

describe("the mail with a code", () => {
  const mail = codeMail(parts);

  it("begins its subject with the code", () => {
    assert.equal(mail.subject, "042913 is your code to pay Corner Books");
    assert.equal(mail.to, "ada@shop.example");
  });

  for (const form of ["text", "html"] as const) {
    it(`explains in ${form} what the code is for, how long it works and that it is a secret`, () => {
      const words = [
        /042913/,
        /€12\.50/,
        /Corner Books/,
        /10 minutes/,
        /Never share this code/,
        /ignore this e-mail/,
      ];
      for (const word of words) assert.match(mail[form], word);
    });
  }

  it("shows any payee name as text", () => {
    const payeeName = `<img src=x onerror="alert('1')">&amp;{code}</title>`;
    const { html, subject } = codeMail({ ...parts, payeeName });
    assert.doesNotMatch(html, /<img|onerror="|'1'|&amp;\{/);
    assert.match(
      html,
      /&#60;img src=x onerror=&#34;alert\(&#39;1&#39;\)&#34;&#62;&#38;amp;\{code\}/,
    );
    assert.equal(subject, `042913 is your code to pay ${payeeName}`);
  });

  it("keeps a payee's name from adding a header", () => {
    for (const turn of ["\r\n", "\n", "\r", "\u2028", "\u0000", "\u0085", "\u202e"]) {
      const { subject, text } = codeMail({
        ...parts,
        payeeName: `Corner${turn}Bcc: eve@evil.example`,
      });
      assert.equal(subject, "042913 is your code to pay Corner Bcc: eve@evil.example");
      assert.ok(!text.includes(`Corner${turn}`));
    }
  });
});
