import { z } from "zod";
import { FeedFailure, type SeenMoney } from "#lib/payments/feeds/port.ts";
import { findRefundMark } from "#lib/payments/refunds/refund.ts";
import { fromDecimalString, isCurrency } from "#lib/platform/values/money.ts";

const time = z.iso.datetime({ offset: true });

/** As much as it takes to tell the money that counts from the rest. */
const listed = z.object({
  id: z.string().min(1).max(100),
  type: z.string(),
  state: z.string(),
  created_at: time,
  updated_at: time,
  completed_at: time.nullish(),
  legs: z
    .array(
      z.looseObject({
        account_id: z.string(),
        amount: z.number(),
        counterparty: z.object({ account_type: z.string() }).nullish(),
      }),
    )
    .max(20),
});

const money = z.object({
  currency: z.string().refine(isCurrency),
  description: z.string().max(2_000).nullish(),
});

const MOST = 99_999_999_999;

const response = z.array(z.looseObject({ reference: z.string().max(2_000).nullish() })).max(1_000);

// From and to other banks, and other customers of Revolut.
const OUTSIDE = ["topup", "transfer"];

const STATES: Record<string, SeenMoney["kind"]> = {
  completed: "credit",
  reverted: "reversal",
  declined: "reversal",
  failed: "reversal",
};

/** Declined and failed ones never left. */
const DEBIT_STATES: Record<string, SeenMoney["kind"]> = {
  completed: "debit",
  reverted: "debit_reversal",
};

export type ListedPage = {
  money: SeenMoney[];
  changedAt: number;
  /** Of the oldest. */
  createdAt: number;
  length: number;
};

/** Money of `accountIds` that changed since. @throws FeedFailure `unexpected_answer` also if it isn't newest first */
export function readTransactions(body: unknown, accountIds: Set<string>, since: Date): ListedPage {
  const transactions = parse(response, body, "the list");
  let createdAt = Number.POSITIVE_INFINITY;
  let lastChange = since.getTime();
  const seen: SeenMoney[] = [];
  for (const transaction of transactions) {
    const each = parse(listed, transaction, "a transaction");
    const created = Date.parse(each.created_at);
    if (created > createdAt) {
      throw new FeedFailure("unexpected_answer", "the list isn't newest first");
    }
    createdAt = created;
    const changed = Math.max(Date.parse(each.updated_at), Date.parse(each.completed_at ?? "") || 0);
    if (changed < since.getTime()) continue;
    lastChange = Math.max(lastChange, changed);
    const leg = outsideLeg(each, accountIds);
    const kind = leg && kindOf(leg, each.state, transaction.reference);
    if (leg && kind) {
      const bookedOn = each.completed_at?.slice(0, 10) ?? null;
      const { reference } = transaction;
      seen.push({ kind, key: `revolut:${each.id}`, bookedOn, ...readMoney(leg, reference) });
    }
  }
  return { money: seen, changedAt: lastChange, createdAt, length: transactions.length };
}

type Listed = z.output<typeof listed>;
type Leg = Listed["legs"][number];

/** A second leg is another account of the same company. */
function outsideLeg({ type, legs }: Listed, accountIds: Set<string>): Leg | undefined {
  const [leg] = legs;
  if (!leg || legs.length > 1 || !OUTSIDE.includes(type)) return undefined;
  const isOwn = leg.counterparty?.account_type === "self";
  return accountIds.has(leg.account_id) && !isOwn ? leg : undefined;
}

/** Of debits, only those with a refund's reference count. */
function kindOf({ amount }: Leg, state: string, reference: string | null | undefined) {
  if (amount > 0) return STATES[state];
  const isOfRefund = findRefundMark([reference ?? ""]) !== undefined;
  return amount < 0 && isOfRefund ? DEBIT_STATES[state] : undefined;
}

function readMoney(leg: Leg, reference: string | null | undefined) {
  const { currency, description } = parse(money, leg, "a leg");
  const amount = fromDecimalString(String(Math.abs(leg.amount)), currency);
  if (amount === undefined || amount > MOST) {
    throw new FeedFailure("unexpected_answer", "an amount isn't one of its currency");
  }
  return { amount, currency, text: reference || (description ?? ""), endToEndId: null };
}

export function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data as T;
  const [issue] = error.issues;
  const place = `${issue?.path.join(".")} (${issue?.code})`;
  throw new FeedFailure("unexpected_answer", `${what} has a form not understood: ${place}`);
}
