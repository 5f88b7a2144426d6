import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CheckoutState, CheckoutView } from "#lib/payments/checkout/view.ts";
import { createText } from "#lib/platform/i18n/format.ts";
import { LANGUAGES, type Locale } from "#lib/platform/i18n/locale.ts";
import { outcomeWords } from "./outcome-words.ts";
import { windowTitle } from "./window-title.ts";

const ENDS = ["cancelled", "expired", "superseded", "failed"] as const;

const viewOf = (state: CheckoutState, values: Partial<CheckoutView>) =>
  ({ state, transfer: null, ...values }) as CheckoutView;

describe("a payment whose bank contradicted itself", () => {
  for (const locale of Object.keys(LANGUAGES) as Locale[]) {
    const text = createText(locale);
    const { common, handover, checkout, payer } = text.messages;
    const question = common.problem.payment_in_question;

    it(`is never called unpaid in ${locale}`, () => {
      for (const flow of ["web", "direct"] as const) {
        for (const end of ENDS) {
          const values = { flow, failureReason: "declined", isInQuestion: true } as const;
          const { title, lead } = outcomeWords({ view: viewOf(end, values), text });
          assert.equal(lead, question);
          assert.equal(
            title,
            end === "failed" ? handover.inQuestion.title : checkout.ended[end].title,
          );
        }
      }
      for (const state of ["ready", "opened", "declined", "failed"] as const) {
        const view = viewOf(state, { isInQuestion: true });
        assert.equal(windowTitle(view, text), handover.inQuestion.title);
        assert.equal(windowTitle(view, text, { isBack: true }), handover.inQuestion.title);
      }
    });

    it(`is called unpaid otherwise in ${locale}`, () => {
      const values = { failureReason: "declined", isInQuestion: false } as const;
      for (const end of ENDS) {
        const web = outcomeWords({ view: viewOf(end, { ...values, flow: "web" }), text });
        assert.ok(web.lead.endsWith(checkout.ended[end].lead));
        const direct = outcomeWords({ view: viewOf(end, { ...values, flow: "direct" }), text });
        assert.ok(direct.lead.endsWith(payer.app.ended[end]));
      }
    });
  }
});
