import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { listBankPayments, listTwins } from "./likely.sql.ts";
import { nameOf } from "./matching.ts";
import type { Credit } from "./statement/statement.ts";
import { listReportedAmounts, listWaitingFor } from "./suggestions.sql.ts";
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

/** By amount and time. Only a member decides that money is for an order. */
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
      isUnknown(transfer) && !likely.has(transfer.id)
        ? orders.filter((order) => mayBeFor(transfer, order)).slice(0, MOST_SUGGESTED)
        : [],
  }));
}

/** By transfer. Money that counts already comes first. */
export async function findLikely(db: Database, ids: string[]): Promise<Map<string, LikelyMoney>> {
  if (ids.length === 0) return new Map();
  const found = [...(await listBankPayments(db, ids)), ...(await listTwins(db, ids))];
  return new Map(found.reverse().map((each) => [each.transferId, each]));
}

const isUnknown = ({ status }: ListedTransfer) => status === "unknown_reference";

function mayBeFor(transfer: ListedTransfer, order: Suggestion): boolean {
  return (
    order.amount === transfer.amount &&
    order.currency === transfer.currency &&
    // A bank books by day, and by its own clock.
    order.createdAt.getTime() <= transfer.createdAt.getTime()
  );
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
