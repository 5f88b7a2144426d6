import { questionWords } from "#components/checkout/outcome-words.ts";
import type { LinkPayment, OpenedLink } from "#lib/payments/links/link.ts";
import type { Text } from "#lib/platform/i18n/format.ts";

/** `question`: the bank contradicted itself about the visitor's payment. `over`: no payment can begin any more. */
export type LinkScreen = {
  kind: "paid" | "question" | "unfinished" | "pay" | "busy" | "over";
  title: string;
  lead: string | undefined;
};

type Shown = { link: OpenedLink; text: Text; isInQuestion: boolean; now: Date };

const SOON_MS = 5 * 60_000;

export function linkScreen({ link, text, isInQuestion, now }: Shown): LinkScreen {
  const { payment, payeeName: payee } = link;
  const words = text.messages.link;
  if (payment?.status === "succeeded") {
    const { title, lead } = text.messages.checkout.succeeded;
    const amount = text.amount(payment.amount, payment.currency);
    return { kind: "paid", title: text.format(title, { amount }), lead };
  }
  if (payment && isInQuestion) return { kind: "question", ...questionWords(text) };
  if (payment && payment.status !== "failed") {
    return { kind: "unfinished", title: words.openTitle, lead: words.openLead };
  }
  switch (link.state) {
    case "active":
      // Only its own browser knows that this payment failed, and not another one.
      return payment && payment.reference !== null
        ? { kind: "pay", title: failedTitle(payment, text), lead: words.notPaid }
        : { kind: "pay", title: text.format(words.title, { payee }), lead: undefined };
    case "busy": {
      const freeAt = link.freeAt ?? new Date(now.getTime() + SOON_MS);
      const lead = text.format(words.busyLead, { when: text.ago(freeAt, now) });
      return { kind: "busy", title: words.busyTitle, lead };
    }
    default:
      return { kind: "over", ...overWords(link.state, payee, text) };
  }
}

function failedTitle({ failureReason }: LinkPayment, text: Text): string {
  const { ended } = text.messages.checkout;
  if (failureReason === "cancelled" || failureReason === "expired") {
    return ended[failureReason].title;
  }
  return ended.failed.title;
}

function overWords(state: "paid" | "expired" | "stopped", payee: string, text: Text) {
  const words = text.messages.link;
  const { title, lead } = {
    paid: { title: words.paidTitle, lead: words.paidLead },
    expired: { title: words.expiredTitle, lead: words.expiredLead },
    stopped: { title: words.stoppedTitle, lead: words.stoppedLead },
  }[state];
  return { title, lead: text.format(lead, { payee }) };
}
