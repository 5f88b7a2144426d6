import {
  canMoveRefund,
  FIRST_REFUND_STATUSES,
  type RefundStatus,
  UNSENT_REFUNDS,
} from "#lib/payments/model/refund.ts";
import type { Sending } from "./bank-account.ts";
import type { RefundOrder } from "./refunder.ts";
import type { Shop } from "./shop.ts";
import type { World } from "./world.ts";

type RefundRow = {
  id: string;
  transaction_id: string;
  transfer_id: string | null;
  amount: number;
  status: RefundStatus;
  failure_reason: string | null;
  /** The name of the merchant's request. */
  reason: string;
  is_returned: boolean;
};
/** Without a refund: the payment's money went back. */
type Step = Pick<RefundRow, "transaction_id" | "transfer_id" | "amount"> & { status: string } & {
  refund_id: string | null;
};
type EventRow = { id: string; type: string; refund_id: string; status: string };

/** In minor units: for a payment, or by a transfer that paid nothing. */
export type Received = {
  of(transactionId: string): number;
  by(transferId: string): number;
};

async function read({ product }: World, { accountId }: Shop) {
  const { rows: refunds } = await product.query<RefundRow>(
    `select id, transaction_id, transfer_id, amount::float8 as amount, status, failure_reason, reason,
       returned_at is not null as is_returned
     from refunds where account_id = $1`,
    [accountId],
  );
  const { rows: history } = await product.query<Step>(
    `select h.transaction_id, h.refund_id, h.transfer_id, h.amount::float8 as amount, h.status
     from fault_refunds h join transactions t on t.id = h.transaction_id where t.account_id = $1 order by h.id`,
    [accountId],
  );
  const { rows: events } = await product.query<EventRow>(
    `select id, type, payload::jsonb #>> '{data,id}' as refund_id, payload::jsonb #>> '{data,status}' as status
     from events where account_id = $1 and type like 'refund.%'`,
    [accountId],
  );
  return { refunds, history, events };
}

type State = Awaited<ReturnType<typeof read>>;

/** Of a shop at rest, each with its invariant's number. */
export async function findRefundViolations(
  world: World,
  shop: Shop,
  merchant: { refunder: { orders: RefundOrder[]; seen: Seen[] } },
  received: Received,
): Promise<string[]> {
  const state = await read(world, shop);
  const { orders, seen } = merchant.refunder;
  return [
    ...sumViolations(state, received),
    ...returnViolations(state),
    ...seenViolations(seen, received),
    ...sentViolations(state, shop, received),
    ...orders.flatMap((order) => orderViolations(state, order)),
    ...strayViolations(state, orders),
    ...state.refunds.flatMap((refund) => pathViolations(state, refund)),
    ...state.refunds.flatMap((refund) => endViolations(shop, refund)),
    ...state.refunds.flatMap((refund) => eventViolations(state, shop, refund)),
  ];
}

const isUnsent = (status: string) => UNSENT_REFUNDS.some((unsent) => unsent === status);

// I12: after each change, refunds never exceeded what was received.
function sumViolations({ history }: State, received: Received): string[] {
  const violations: string[] = [];
  const latest = new Map<string, Step>();
  for (const step of history) {
    const { refund_id: id, transaction_id: transactionId, transfer_id: transferId } = step;
    if (id === null) continue;
    latest.set(id, step);
    const same = [...latest.values()].filter(
      (one) => one.transaction_id === transactionId && one.transfer_id === transferId,
    );
    const counted = same.filter((one) => !isUnsent(one.status));
    const sum = counted.reduce((total, { amount }) => total + amount, 0);
    const most = transferId === null ? received.of(transactionId) : received.by(transferId);
    if (sum > most) violations.push(`I12 ${transactionId}: ${sum} refunded of ${most}`);
  }
  return violations;
}

// I12: nothing begins, or is sent again, once the payment's money went back.
function returnViolations({ history }: State): string[] {
  const violations: string[] = [];
  const returned = new Set<string>();
  const begun = new Set<string>();
  const waiting = new Set<string>();
  for (const { refund_id: id, transaction_id: transactionId, transfer_id, status } of history) {
    const isLost = transfer_id === null && returned.has(transactionId);
    if (id === null) returned.add(transactionId);
    else if (isLost && !begun.has(id))
      violations.push(`I12 ${id}: begun after its money went back`);
    else if (isLost && status === "ready") waiting.add(id);
    else if (isLost && status === "processing" && waiting.has(id)) {
      violations.push(`I12 ${id}: sent after its money went back`);
    }
    if (id !== null) begun.add(id);
  }
  return violations;
}

type Seen = { transactionId: string; refundedAmount: number };

// I12: nor did any answer of the API.
function seenViolations(seen: Seen[], received: Received): string[] {
  return seen.flatMap(({ transactionId, refundedAmount }) => {
    const most = received.of(transactionId);
    return refundedAmount > most
      ? [`I12 ${transactionId}: the API showed ${refundedAmount} refunded of ${most}`]
      : [];
  });
}

// I12: nor what the bank sent, without what came back.
function sentViolations({ refunds }: State, { account }: Shop, received: Received): string[] {
  const away = new Map<string, number>();
  const placeOf = (id: string) => refunds.find((refund) => refund.id === id);
  return account.bookings.flatMap((booking) => {
    if (booking.kind === "credit") return [];
    const { refundId, amount, kind } = booking;
    const place = placeOf(refundId);
    if (!place) return [`I13 the bank sent ${refundId}, which there is not`];
    const { transaction_id: transactionId, transfer_id: transferId } = place;
    const key = transferId ?? transactionId;
    if (kind === "return" && !account.sendingsOf(refundId).includes("sent back")) return [];
    const sum = (away.get(key) ?? 0) + (kind === "debit" ? amount : -amount);
    away.set(key, sum);
    const most = transferId === null ? received.of(transactionId) : received.by(transferId);
    return sum > most ? [`I12 ${key}: the bank sent ${sum} of ${most}`] : [];
  });
}

// I13: an acknowledged refund exists, under one id, as it was acknowledged; others exist at most once.
function orderViolations({ refunds }: State, order: RefundOrder): string[] {
  const { name, transactionId, acknowledged } = order;
  const violations: string[] = [];
  const stored = refunds.filter(({ reason }) => reason === name);
  const ids = new Set(acknowledged.map(({ id }) => id));
  if (ids.size > 1) violations.push(`I13 ${name}: acknowledged under ${ids.size} ids`);
  if (stored.length > 1) violations.push(`I13 ${name}: stored ${stored.length} times`);
  for (const { id, amount } of acknowledged) {
    const isThere = stored.some(
      (one) => one.id === id && one.amount === amount && one.transaction_id === transactionId,
    );
    if (!isThere) violations.push(`I13 ${name}: acknowledged as ${id} of ${amount}, not stored`);
  }
  return violations;
}

function strayViolations({ refunds }: State, orders: RefundOrder[]): string[] {
  return refunds
    .filter(({ reason }) => !orders.some(({ name }) => name === reason))
    .map(({ id }) => `I13 ${id}: nobody asked for it`);
}

// I14: a refund follows the state machine.
function pathViolations({ history }: State, { id, status }: RefundRow): string[] {
  const violations: string[] = [];
  const path = history.filter(({ refund_id }) => refund_id === id).map((step) => step.status);
  for (const [index, to] of path.entries()) {
    const from = path[index - 1];
    const isAllowed =
      from === undefined
        ? FIRST_REFUND_STATUSES.some((first) => first === to)
        : canMoveRefund(from as RefundStatus, to as RefundStatus);
    if (!isAllowed) violations.push(`I14 ${id}: went from ${from ?? "nothing"} to ${to}`);
  }
  if (path.at(-1) !== status) violations.push(`I14 ${id}: is ${status}, was last ${path.at(-1)}`);
  return violations;
}

// I14: it is sent at most once, and ends as the bank did.
function endViolations({ account }: Shop, refund: RefundRow): string[] {
  const { id, status, failure_reason: reason, is_returned: isReturned } = refund;
  const violations: string[] = [];
  const [sending, ...more] = account.sendingsOf(id);
  if (more.length > 0) violations.push(`I14 ${id}: sent ${more.length + 1} times`);
  const end = reason === null ? status : `${status}, ${reason}`;
  const isFinal = ["succeeded", "failed", "cancelled"].includes(status);
  const ends: Record<Sending | "none", string[]> = {
    sent: ["succeeded"],
    "sent back": ["succeeded", "failed, returned"],
    bounced: ["failed, returned"],
    refused: ["failed, refused"],
    none: isFinal ? ["cancelled"] : [status],
  };
  if (!ends[sending ?? "none"].includes(end))
    violations.push(`I14 ${id}: ${sending ?? "never sent"}, but ${end}`);
  if (isReturned !== (sending === "sent back" && status === "succeeded")) {
    violations.push(`I14 ${id}: ${sending ?? "never sent"}, returned ${isReturned}`);
  }
  return violations;
}

// I14: one event for each end and for a missing account, accepted by the receiver. No others.
function eventViolations(
  { history, events }: State,
  { receiver }: Shop,
  refund: RefundRow,
): string[] {
  const { id, status, is_returned: isReturned } = refund;
  const first = history.find(({ refund_id }) => refund_id === id)?.status;
  const expected = [
    ...(first === "awaiting_account" ? ["refund.awaiting_account awaiting_account"] : []),
    ...(status === "succeeded" || status === "failed" ? [`refund.${status} ${status}`] : []),
    ...(isReturned ? ["refund.returned succeeded"] : []),
  ].sort();
  const own = events.filter(({ refund_id }) => refund_id === id);
  const found = own.map((event) => `${event.type} ${event.status}`).sort();
  const violations =
    String(found) === String(expected)
      ? []
      : [`I14 ${id}: ${status} with the events ${found.join(", ") || "none"}`];
  const untaken = own.filter(
    (event) => !receiver.receipts.some((one) => one.id === event.id && one.wasTaken),
  );
  return [...violations, ...untaken.map((event) => `I14 ${id}: ${event.id} was never taken`)];
}
