import { endOf } from "./outcome.ts";
import type { ScreenProps } from "./screen.ts";

/** What is said where a bank contradicted itself about a try: neither that it was paid nor that it was not. */
export function questionWords(text: ScreenProps["text"]): { title: string; lead: string } {
  const { handover, common } = text.messages;
  return { title: handover.inQuestion.title, lead: common.problem.payment_in_question };
}

/** The heading of an outcome, and the sentence below it. */
export function outcomeWords({ view, text }: ScreenProps): { title: string; lead: string } {
  const { checkout, payer } = text.messages;
  if (view.state === "succeeded") return checkout.succeeded;
  const end = endOf(view.state);
  const { title, lead: shopLead } = checkout.ended[end];
  // That its time was over or that somebody cancelled it stays true; that it did not work may not be.
  if (view.isInQuestion) {
    const question = questionWords(text);
    return end === "failed" ? question : { title, lead: question.lead };
  }
  const lead = view.flow === "direct" ? payer.app.ended[end] : shopLead;
  const reason = view.state === "failed" && view.failureReason;
  return { title, lead: reason ? `${checkout.failureReasons[reason]} ${lead}` : lead };
}
