import { z } from "zod";
import { FeedFailure, type SeenMoney } from "#lib/payments/feeds/port.ts";
import { findRefundMark } from "#lib/payments/refunds/refund.ts";
import { payerOf } from "#lib/payments/transfers/statement/payer.ts";

/** As much as it takes to tell the money that counts from the rest. */
const listed = z.object({
  id: z.string().min(1).max(100),
  side: z.string(),
  status: z.string(),
  operation_type: z.string(),
  updated_at: z.iso.datetime({ offset: true }),
});

const money = z.object({
  amount_cents: z.int().positive().max(99_999_999_999),
  currency: z.string().regex(/^[A-Z]{3}$/),
  settled_at: z.iso.datetime({ offset: true }).nullish(),
  reference: z.string().max(2_000).nullish(),
  // The payer's name.
  label: z.string().max(2_000).nullish().catch(null),
  income: z
    .object({ counterparty_account_number: z.string().max(100).nullish() })
    .nullish()
    .catch(null),
});

const response = z.object({ transactions: z.array(z.looseObject({})).max(500) });

// By the documentation, "transfer" is what the company sends, also to itself; "recall" is money that comes back.
const INCOMING = ["income", "swift_income"];
const OUTGOING = "transfer";

const STATUSES: Record<string, SeenMoney["kind"]> = {
  completed: "credit",
  declined: "reversal",
  reversed: "reversal",
  canceled: "reversal",
};

/** Declined ones never left. */
const DEBIT_STATUSES: Record<string, SeenMoney["kind"]> = {
  completed: "debit",
  reversed: "debit_reversal",
};

export type ListedPage = { money: SeenMoney[]; readUntil: Date; length: number };

/** @throws FeedFailure `unexpected_answer` also if it isn't in the order of changes, or incoming money can't be read */
export function readTransactions(body: unknown, since: Date): ListedPage {
  const { transactions } = parse(response, body, "the list");
  let readUntil = since;
  let last = 0;
  const seen: SeenMoney[] = [];
  for (const transaction of transactions) {
    const { updated_at, ...each } = parse(listed, transaction, "a transaction");
    const changedAt = Date.parse(updated_at);
    if (changedAt < last) {
      throw new FeedFailure("unexpected_answer", "the list isn't in the order of changes");
    }
    last = changedAt;
    if (changedAt > readUntil.getTime()) readUntil = new Date(changedAt);
    const key = `qonto:${each.id}`;
    const kind = each.side === "credit" ? STATUSES[each.status] : undefined;
    if (kind && INCOMING.includes(each.operation_type)) {
      seen.push({ kind, key, ...readMoney(transaction) });
    }
    const debit = each.side === "debit" ? DEBIT_STATUSES[each.status] : undefined;
    if (debit && each.operation_type === OUTGOING && isOfRefund(transaction)) {
      seen.push({ kind: debit, key, ...readMoney(transaction) });
    }
  }
  return { money: seen, readUntil, length: transactions.length };
}

const isOfRefund = ({ reference }: Record<string, unknown>) =>
  typeof reference === "string" && findRefundMark([reference.slice(0, 2_000)]) !== undefined;

function readMoney(transaction: unknown): Omit<SeenMoney, "kind" | "key"> {
  const read = parse(money, transaction, "money");
  const { amount_cents, currency, settled_at, reference, income, label } = read;
  const account = income?.counterparty_account_number ?? undefined;
  const { iban, name = null } = payerOf(account, label ?? undefined);
  return {
    amount: amount_cents,
    currency,
    bookedOn: settled_at?.slice(0, 10) ?? null,
    text: reference ?? "",
    endToEndId: null,
    ...(iban && { payer: { iban, name } }),
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data as T;
  const [issue] = error.issues;
  const place = `${issue?.path.join(".")} (${issue?.code})`;
  throw new FeedFailure("unexpected_answer", `${what} has a form not understood: ${place}`);
}
