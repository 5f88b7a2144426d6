import type {
  PaymentAttempt,
  PaymentTransfer,
} from "#lib/console/payment-history/history/history.ts";
import { isByHand, type TimelineEntry } from "#lib/console/payment-history/history/timeline.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** Hides the path of a webhook URL. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

export function headlineOf(
  entry: TimelineEntry,
  text: MerchantText,
  bankNames: Record<string, string>,
): string {
  const { timeline: words, reasons } = text.messages.payments;
  const bank = (one: PaymentAttempt) => ({ bank: bankNames[one.bankId] ?? one.bankId });
  switch (entry.kind) {
    case "created":
      return words.created[entry.by];
    case "created_in_console":
      return text.format(words.createdInConsole, { name: entry.userName ?? words.teamMember });
    case "opened":
    case "code_sent":
    case "succeeded":
      return words[entry.kind];
    case "verified":
      return words.verified[entry.by];
    case "attempt_started":
      return text.format(
        entry.attempt.payerSessionId === null ? words.attemptSimulated : words.attemptStarted,
        bank(entry.attempt),
      );
    case "bank_reported":
      return text.format(responseOf(entry.attempt, words), bank(entry.attempt));
    case "transfer_reported":
      return text.messages.transfers.timeline.reported;
    case "transfer_received":
      return transferOf(entry.transfer, text);
    case "cancel_asked":
      return text.format(words.cancelAsked, { name: entry.userName ?? words.teamMember });
    case "failed":
      return text.format(words.failed, { reason: entry.reason ? reasons[entry.reason] : "" });
    case "event":
      return text.format(words.event, { type: entry.type });
    default:
      return noticeOf(entry, text);
  }
}

function transferOf(
  transfer: PaymentTransfer,
  { messages: { transfers }, format }: MerchantText,
): string {
  const { byFeed, byFile, byHand } = transfers.timeline;
  const result = { status: transfers.statuses[transfer.status] };
  if (!isByHand(transfer)) return format(transfer.importId === null ? byFeed : byFile, result);
  const name = transfer.userName ?? transfers.timeline.teamMember;
  return format(byHand, { name, ...result });
}

type Words = MerchantText["messages"]["payments"]["timeline"];

function responseOf({ status, failureReason, isSettled }: PaymentAttempt, words: Words): string {
  if (isSettled) return words.settled;
  switch (status) {
    case "succeeded":
      return words.executed;
    case "processing":
      return words.processing;
    case "failed":
      return words.tryFailed[failureReason ?? "bank_unavailable"];
    default:
      return words.waiting;
  }
}

type Notice = Extract<TimelineEntry, { kind: "queued" | "delivery_attempt" | "gave_up" }>;

function noticeOf(entry: Notice, text: MerchantText): string {
  const { timeline: words } = text.messages.payments;
  const host = hostOf(entry.delivery.endpointUrl);
  if (entry.kind === "queued") return text.format(words.queued, { host });
  if (entry.kind === "gave_up") return text.format(words.gaveUp, { host });
  const { number, responseStatus, durationMs } = entry.attempt;
  if (responseStatus === null) return text.format(words.attemptFailed, { number, host });
  // As text, so that it is not grouped like a number.
  const status = String(responseStatus);
  return text.format(words.attempt, { number, host, status, duration: durationMs });
}
