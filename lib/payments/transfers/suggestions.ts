import { openNamedPayer } from "#lib/payments/transactions/named-payer.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { listBankPayments, listTwins } from "./likely.sql.ts";
import { nameOf } from "./matching.ts";
import { isSameName } from "./same-name.ts";
import type { Credit } from "./statement/statement.ts";
import { listNamedPayers, listReportedAmounts, listWaitingFor } from "./suggestions.sql.ts";
import type {
  LikelyMoney,
  ListedTransfer,
  OpenTransfer,
  Suggestion,
  TransferOwner,
} from "./transfer.ts";

type SeenCredit = Pick<Credit, "reference" | "written" | "endToEndId" | "amount" | "currency">;

type Deps = { db: Database; clock: Clock };

const DAY_MS = 24 * 60 * 60 * 1000;
const OLDEST_DAYS = 30;
const MOST_SUGGESTED = 3;

/** By amount, time and the payer's name. Only a member decides that money is for an order. */
export async function suggest(
  { db, clock }: Deps,
  owner: TransferOwner,
  transfers: ListedTransfer[],
): Promise<OpenTransfer[]> {
  const unknown = transfers.filter(isUnknown);
  const createdAfter = new Date(clock.now().getTime() - OLDEST_DAYS * DAY_MS);
  const orders = await listWaitingFor(db, owner, { money: unknown, createdAfter });
  const ids = unknown.map(({ id }) => id);
  const likely = await findLikely(db, ids);
  return transfers.map((transfer) => ({
    ...transfer,
    likely: likely.get(transfer.id),
    suggestions:
      isUnknown(transfer) && !likely.has(transfer.id) ? suggestionsFor(transfer, orders) : [],
  }));
}

type Order = Omit<Suggestion, "hasSameName">;

function suggestionsFor({ sameNameOrders, ...transfer }: ListedTransfer, orders: Order[]) {
  return orders
    .filter((order) => mayBeFor(transfer, order))
    .map((order) => ({ ...order, hasSameName: sameNameOrders?.includes(order.id) ?? false }))
    .toSorted((one, other) => Number(other.hasSameName) - Number(one.hasSameName))
    .slice(0, MOST_SUGGESTED);
}

/** By transfer. Money that counts already comes first. */
export async function findLikely(db: Database, ids: string[]): Promise<Map<string, LikelyMoney>> {
  if (ids.length === 0) return new Map();
  const found = [...(await listBankPayments(db, ids)), ...(await listTwins(db, ids))];
  return new Map(found.reverse().map((each) => [each.transferId, each]));
}

const isUnknown = ({ status }: ListedTransfer) => status === "unknown_reference";

type Money = Pick<ListedTransfer, "amount" | "currency" | "createdAt">;

function mayBeFor(transfer: Money, order: Order): boolean {
  return (
    order.amount === transfer.amount &&
    order.currency === transfer.currency &&
    // A bank books by day, and by its own clock.
    order.createdAt.getTime() <= transfer.createdAt.getTime()
  );
}

/** Compared as the money comes, so that the payer's name need not be kept. A name that can't be opened stops no money. */
export async function findSameNames(
  { db, clock, seal, logger }: Deps & { seal: Pick<Seal, "open">; logger: Pick<Logger, "warn"> },
  owner: TransferOwner,
  { amount, currency }: Pick<SeenCredit, "amount" | "currency">,
  name: string,
): Promise<string[]> {
  const createdAfter = new Date(clock.now().getTime() - OLDEST_DAYS * DAY_MS);
  const selection = { money: [{ amount, currency }], createdAfter };
  const orders = await listNamedPayers(db, owner, selection);
  try {
    return orders
      .filter((order) => isSameName(name, openNamedPayer(seal, order).name ?? ""))
      .map(({ id }) => id);
  } catch (err) {
    logger.warn({ err }, "the names of payers could not be opened");
    return [];
  }
}

/** Credits without any of our references, of exactly the amount of an order that a shopper reported as sent. */
export async function keptForReview<Seen extends SeenCredit>(
  { db, clock }: Deps,
  owner: TransferOwner,
  credits: Seen[],
): Promise<Seen[]> {
  const nameless = credits.filter((credit) => nameOf(credit) === null);
  const createdAfter = new Date(clock.now().getTime() - OLDEST_DAYS * DAY_MS);
  const reported = await listReportedAmounts(db, owner, { money: nameless, createdAfter });
  return nameless.filter(({ amount, currency }) =>
    reported.some((order) => order.amount === amount && order.currency === currency),
  );
}
