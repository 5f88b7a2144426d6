import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { contrastOf } from "#lib/merchants/brand/colour-space.ts";
import { payButton } from "./pay-button.ts";

const URL = "https://pay.example/l/0123456789ab";

describe("button for a page", () => {
  it("is a link without scripts", () => {
    assert.match(
      payButton(URL, "Pay", null),
      /^<a href="https:\/\/pay\.example\/l\/0123456789ab" style="[^"<>]+">Pay<\/a>$/,
    );
  });

  it("is readable in any colour, with any text", () => {
    const colour = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(colour, fc.string(), (accent, label) => {
        const html = payButton(URL, label, accent);
        const [, background = "", text = ""] =
          /background:(#[0-9a-f]{6});color:(#[0-9a-f]{6});/.exec(html) ?? [];
        assert.ok(contrastOf(background, text) >= 4.5);
        assert.equal(html.match(/[<>"]/g)?.length, 8);
      }),
    );
  });
});
