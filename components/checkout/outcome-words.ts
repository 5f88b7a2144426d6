import { endOf } from "./outcome.ts";
import type { ScreenProps } from "./screen.ts";

/** A bank sent contradictory results for a payment attempt: the words state neither success nor failure. */
export function questionWords(text: ScreenProps["text"]): { title: string; lead: string } {
  const { handover, common } = text.messages;
  return { title: handover.inQuestion.title, lead: common.problem.payment_in_question };
}

/** What a bank last said that does not say that the payer approved. */
export function approvalWords(
  { bankWait }: ScreenProps["view"],
  { messages: { approval } }: ScreenProps["text"],
): { title: string; lead: string } | undefined {
  if (bankWait?.approval === "missing") return approval.missing;
  return bankWait?.approval === "unknown" ? approval.unknown : undefined;
}

export function outcomeWords({ view, text }: ScreenProps): { title: string; lead: string } {
  const { checkout, payer } = text.messages;
  if (view.state === "succeeded") {
    const amount = text.amount(view.amount, view.currency);
    return { ...checkout.succeeded, title: text.format(checkout.succeeded.title, { amount }) };
  }
  const end = endOf(view.state);
  const { title, lead: shopLead } = checkout.ended[end];
  // "Expired" and "cancelled" are certain; "failed" may be wrong.
  if (view.isInQuestion) {
    const question = questionWords(text);
    return end === "failed" ? question : { title, lead: question.lead };
  }
  const lead = view.flow === "direct" ? payer.app.ended[end] : shopLead;
  const reason = view.state === "failed" && view.failureReason;
  return { title, lead: reason ? `${checkout.failureReasons[reason]} ${lead}` : lead };
}
