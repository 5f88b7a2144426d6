import { findTarget, nameOf } from "./matching.ts";
import { book, type ReceiverDeps } from "./receiver.ts";
import { recheckAll } from "./recheck.ts";
import * as repository from "./repository.ts";
import { findNamed } from "./statement/reference.ts";
import { keptForReview } from "./suggestions.ts";
import type { ReceivedTransfer, TransferOwner } from "./transfer.ts";

/** `text`: what the payer's bank passed on. `key`: the same whenever this feed reports it. `amount` in minor units. */
export type SeenCredit = Pick<ReceivedTransfer, "amount" | "currency" | "bookedOn"> & {
  key: string;
  text: string;
  endToEndId: string | null;
};

export type SeenOwner = TransferOwner & { feedId: string; iban: string };

// Each may take a bank seconds.
const LOOKED_AT_AGAIN = 20;

/**
 * Reporting again changes nothing. Ignores credits that name nothing of ours, unless a shopper reported such an amount as sent.
 * Returns how many are new.
 * @throws the first failure, after it has tried all
 */
export async function bookSeen(
  deps: ReceiverDeps,
  { feedId, iban, ...owner }: SeenOwner,
  seen: SeenCredit[],
): Promise<number> {
  const { db, logger } = deps;
  const named = seen.map(withName);
  const reported: ReceivedTransfer[] = [];
  const failures: unknown[] = [];
  let fresh = 0;
  const credits = named.filter((credit) => nameOf(credit) !== null);
  for (const credit of [...credits, ...(await keptForReview(deps, owner, named))]) {
    const { key, amount, currency, bookedOn } = credit;
    try {
      const { transfer, isNew } = await book(deps, owner, {
        ...(await findTarget(deps, owner, credit)),
        iban,
        key,
        amount,
        currency,
        bookedOn,
        reference: nameOf(credit),
        createdBy: "system",
        source: { kind: "feed", id: feedId },
      });
      reported.push(transfer);
      fresh += Number(isNew);
    } catch (err) {
      logger.warn({ err, feedId }, "a credit of a feed was not stored");
      failures.push(err);
    }
  }
  if (reported.length > 0) {
    const waiting = await repository.listWaiting(db, owner, LOOKED_AT_AGAIN);
    await recheckAll(deps, [...reported, ...waiting]);
  }
  if (failures.length > 0) throw failures[0];
  return fresh;
}

function withName({ text, ...credit }: SeenCredit) {
  return {
    ...credit,
    ...findNamed({ structured: [], text, ids: [credit.endToEndId ?? undefined] }),
  };
}

/** Of those that a feed reported with these keys. */
export function findFed(
  { db }: Pick<ReceiverDeps, "db">,
  owner: TransferOwner,
  keys: string[],
): Promise<ReceivedTransfer[]> {
  return repository.listReported(db, owner, "feed", keys);
}
