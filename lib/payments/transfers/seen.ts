import type { PayerAccount } from "#lib/payments/refunds/account.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { findTarget, nameOf } from "./matching.ts";
import { book, type ReceiverDeps } from "./receiver.ts";
import { isWaiting, recheckAll } from "./recheck.ts";
import * as repository from "./repository.ts";
import { findNamed } from "./statement/reference.ts";
import { keptForReview } from "./suggestions.ts";
import type { ReceivedTransfer, TransferOwner } from "./transfer.ts";

/** `text`: what the payer's bank passed on. `key`: the same whenever this feed reports it. `amount` in minor units. */
export type SeenCredit = Pick<ReceivedTransfer, "amount" | "currency" | "bookedOn"> & {
  key: string;
  text: string;
  endToEndId: string | null;
  payer?: PayerAccount;
};

export type SeenOwner = TransferOwner & { feedId: string; iban: string };

// Each may take a bank seconds.
const LOOKED_AT_AGAIN = 20;

/** `fresh`: how many are new. `failed`: keys of credits that were not stored; reporting them again retries. */
export type SeenResult = { fresh: number; failed: string[] };

/**
 * Reporting again changes nothing. Ignores credits that name nothing of ours, unless a shopper reported such an amount as sent.
 * @throws an outage of the database, after it has tried all
 */
export async function bookSeen(
  deps: ReceiverDeps,
  owner: SeenOwner,
  seen: SeenCredit[],
): Promise<SeenResult> {
  if (seen.length === 0) return { fresh: 0, failed: [] };
  const { db } = deps;
  const keys = seen.map(({ key }) => key);
  const known = await repository.listReported(db, owner, "feed", keys);
  const stored = new Set(known.map(({ feedKey }) => feedKey));
  const missing = seen.filter(({ key }) => !stored.has(key));
  const booked = await bookMissing(deps, owner, missing.map(withName));
  const reported = [...booked.transfers, ...known];
  if (booked.transfers.length > 0 || known.some(isWaiting)) {
    const waiting = await repository.listWaiting(db, owner, LOOKED_AT_AGAIN);
    await recheckAll(deps, [...reported, ...waiting]);
  }
  const outage = booked.failures.find(({ err }) => isOutage(err));
  if (outage) throw outage.err;
  return { fresh: booked.fresh, failed: booked.failures.map(({ key }) => key) };
}

type Booked = {
  transfers: ReceivedTransfer[];
  fresh: number;
  failures: { key: string; err: unknown }[];
};

async function bookMissing(
  deps: ReceiverDeps,
  { feedId, iban, ...owner }: SeenOwner,
  missing: NamedCredit[],
): Promise<Booked> {
  const booked: Booked = { transfers: [], fresh: 0, failures: [] };
  const credits = missing.filter((credit) => nameOf(credit) !== null);
  for (const credit of [...credits, ...(await keptForReview(deps, owner, missing))]) {
    const { key, amount, currency, bookedOn, payer } = credit;
    // One failure blocks no other.
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
        ...(payer && { payer }),
      });
      booked.transfers.push(transfer);
      booked.fresh += Number(isNew);
    } catch (err) {
      deps.logger.warn({ err, feedId }, "a credit of a feed was not stored");
      booked.failures.push({ key, err });
    }
  }
  return booked;
}

type NamedCredit = ReturnType<typeof withName>;

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
