import { endOf } from "./outcome.ts";
import { approvalWords } from "./outcome-words.ts";
import { isPayable, isReportable, type ScreenProps } from "./screen.ts";

export function windowTitle(
  view: ScreenProps["view"],
  text: ScreenProps["text"],
  { isCancelling = false, isTransfer = false, isBack = false } = {},
): string {
  const { checkout } = text.messages;
  if (isCancelling && (isPayable(view) || isReportable(view))) return checkout.confirmCancel.tab;
  if (view.isInQuestion && (isPayable(view) || view.state === "failed")) {
    return text.messages.handover.inQuestion.title;
  }
  const { transfer } = text.messages;
  if (view.transfer?.reportedAt) return transfer.waiting.tab;
  if (isTransfer && isPayable(view)) {
    const amount = text.amount(view.amount, view.currency);
    return text.format(transfer.tab, { amount, payee: view.payee.name });
  }
  if (isBack && view.state !== "declined") return backTitle(view, text);
  switch (view.state) {
    case "ready":
      return text.format(checkout.ready.tab, {
        amount: text.amount(view.amount, view.currency),
        payee: view.payee.name,
      });
    case "processing":
      return approvalWords(view, text)?.title ?? checkout.processing.tab;
    case "opened":
    case "declined":
    case "succeeded":
      return checkout[view.state].tab;
    default:
      return checkout.ended[endOf(view.state)].tab;
  }
}

function backTitle({ state, isJustBack }: ScreenProps["view"], { messages }: ScreenProps["text"]) {
  const { back } = messages.handover;
  if (isJustBack) return messages.payer.waiting.title;
  return state === "opened" ? back.otherTab : back.tab;
}
