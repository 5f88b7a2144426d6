import type { FailureReason } from "#lib/payments/model/status.ts";
import type {
  DeliveryAttempt,
  PaymentAttempt,
  PaymentDelivery,
  PaymentHistory,
  PaymentSession,
  PaymentTransfer,
} from "./history.ts";

export type TimelineEntry = { id: string; at: Date } & (
  | { kind: "created"; by: "server" | "app" }
  | { kind: "created_in_console"; userName: string | null }
  | { kind: "opened" }
  | { kind: "code_sent" }
  | { kind: "verified"; by: NonNullable<PaymentSession["verifiedBy"]> }
  | { kind: "attempt_started"; attempt: PaymentAttempt }
  | { kind: "bank_reported"; attempt: PaymentAttempt }
  | { kind: "transfer_reported" }
  | { kind: "transfer_received"; transfer: PaymentTransfer }
  | { kind: "cancel_asked"; userName: string | null }
  | { kind: "succeeded" }
  | { kind: "failed"; reason: FailureReason | null }
  | { kind: "event"; eventId: string; type: string; hasEndpoint: boolean }
  | { kind: "queued"; delivery: PaymentDelivery }
  | { kind: "delivery_attempt"; delivery: PaymentDelivery; attempt: DeliveryAttempt }
  | { kind: "gave_up"; delivery: PaymentDelivery }
);

export type TimelineParty = "merchant" | "payer" | "bank" | "service";

const PARTIES: Record<TimelineEntry["kind"], TimelineParty> = {
  created: "merchant",
  created_in_console: "merchant",
  opened: "payer",
  code_sent: "service",
  verified: "payer",
  attempt_started: "payer",
  bank_reported: "bank",
  transfer_reported: "payer",
  transfer_received: "bank",
  cancel_asked: "merchant",
  succeeded: "service",
  failed: "service",
  event: "service",
  queued: "service",
  delivery_attempt: "service",
  gave_up: "service",
};

/** Attempts without a payer are simulated. */
export function partyOf(entry: TimelineEntry): TimelineParty {
  if (entry.kind === "verified" && entry.by === "merchant") return "merchant";
  if (entry.kind === "attempt_started" && entry.attempt.payerSessionId === null) return "service";
  if (entry.kind === "transfer_received" && isByHand(entry.transfer)) return "merchant";
  return PARTIES[entry.kind];
}

/** A feed may have reported it since. */
export function isByHand({ importId, feedKey, userName }: PaymentTransfer): boolean {
  return importId === null && (feedKey === null || userName !== null);
}

/** Oldest first; entries of the same moment in causal order. */
export function timelineOf(history: PaymentHistory): TimelineEntry[] {
  const entries = [
    ...beginning(history),
    ...history.sessions.flatMap(ofSession),
    ...history.codes.flatMap(({ id, sentAt }): TimelineEntry[] =>
      sentAt ? [{ id, at: sentAt, kind: "code_sent" }] : [],
    ),
    ...history.sessions.flatMap(ofVerification),
    ...history.attempts.flatMap(ofAttempt),
    ...ofTransfers(history),
    ...history.cancellations.map(
      ({ id, at, userName }): TimelineEntry => ({ id, at, kind: "cancel_asked", userName }),
    ),
    ...outcome(history),
    ...notices(history),
  ];
  return entries.sort((left, right) => left.at.getTime() - right.at.getTime());
}

function beginning({ transaction, creatorName }: PaymentHistory): TimelineEntry[] {
  const { id, createdAt: at, createdBy, flow } = transaction;
  if (createdBy !== null) return [{ id, at, kind: "created_in_console", userName: creatorName }];
  return [{ id, at, kind: "created", by: flow === "web" ? "server" : "app" }];
}

function ofSession({ id, createdAt }: PaymentSession): TimelineEntry[] {
  return [{ id, at: createdAt, kind: "opened" }];
}

function ofVerification({ id, verifiedAt, verifiedBy }: PaymentSession): TimelineEntry[] {
  if (!verifiedAt || !verifiedBy) return [];
  return [{ id: `${id}-verified`, at: verifiedAt, kind: "verified", by: verifiedBy }];
}

function ofAttempt(one: PaymentAttempt): TimelineEntry[] {
  const started = { id: one.id, at: one.createdAt, kind: "attempt_started", attempt: one } as const;
  const hasResponse = one.finishedAt !== null || one.bankStatus !== null;
  if (!hasResponse) return [started];
  const at = one.finishedAt ?? one.updatedAt;
  return [started, { id: `${one.id}-response`, at, kind: "bank_reported", attempt: one }];
}

function ofTransfers({ transaction, transfers }: PaymentHistory): TimelineEntry[] {
  const { id, transferReportedAt: reportedAt } = transaction;
  return [
    ...(reportedAt
      ? [{ id: `${id}-reported`, at: reportedAt, kind: "transfer_reported" } as const]
      : []),
    ...transfers.map(
      (transfer): TimelineEntry => ({
        id: transfer.id,
        at: transfer.at,
        kind: "transfer_received",
        transfer,
      }),
    ),
  ];
}

function outcome({ transaction }: PaymentHistory): TimelineEntry[] {
  const { id, status, finishedAt: at, failureReason: reason } = transaction;
  if (!at) return [];
  if (status === "succeeded") return [{ id: `${id}-outcome`, at, kind: "succeeded" }];
  return [{ id: `${id}-outcome`, at, kind: "failed", reason }];
}

function notices({ events, deliveries, deliveryAttempts }: PaymentHistory): TimelineEntry[] {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return [
    ...events.map(({ id, createdAt: at, type }): TimelineEntry => {
      const hasEndpoint = deliveries.some(({ eventId }) => eventId === id);
      return { id, at, kind: "event", eventId: id, type, hasEndpoint };
    }),
    ...deliveries.map(
      (delivery): TimelineEntry => ({
        id: delivery.id,
        at: delivery.createdAt,
        kind: "queued",
        delivery,
      }),
    ),
    ...deliveryAttempts.flatMap((attempt): TimelineEntry[] => {
      const delivery = byId.get(attempt.deliveryId);
      return delivery
        ? [{ id: attempt.id, at: attempt.startedAt, kind: "delivery_attempt", delivery, attempt }]
        : [];
    }),
    ...deliveries.flatMap((delivery): TimelineEntry[] =>
      delivery.status === "exhausted" && delivery.finishedAt
        ? [{ id: `${delivery.id}-end`, at: delivery.finishedAt, kind: "gave_up", delivery }]
        : [],
    ),
  ];
}
