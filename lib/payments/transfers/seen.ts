import { findExpecting } from "./expecting.sql.ts";
import { book, type ReceiverDeps } from "./receiver.ts";
import { recheckAll } from "./recheck.ts";
import * as repository from "./repository.ts";
import { findNamed } from "./statement/reference.ts";
import type { ReceivedTransfer, TransferOwner } from "./transfer.ts";

/** `text`: what the payer's bank passed on. `key`: the same whenever this feed reports it. `amount` in minor units. */
export type SeenCredit = Pick<ReceivedTransfer, "amount" | "currency" | "bookedOn"> & {
  key: string;
  text: string;
};

export type SeenOwner = TransferOwner & { feedId: string; iban: string };

// Each may take a bank seconds.
const LOOKED_AT_AGAIN = 20;

/**
 * Reporting again changes nothing. Ignores credits without a text like our references. Returns how many are new.
 * @throws the first failure, after it has tried all
 */
export async function bookSeen(
  deps: ReceiverDeps,
  { feedId, iban, ...owner }: SeenOwner,
  credits: SeenCredit[],
): Promise<number> {
  const { db, logger } = deps;
  const reported: ReceivedTransfer[] = [];
  const failures: unknown[] = [];
  let fresh = 0;
  for (const { text, ...credit } of credits) {
    const { reference, written } = findNamed({ structured: [], text, ids: [] });
    if (written === null) continue;
    try {
      const { transfer, isNew } = await book(deps, owner, {
        ...credit,
        transactionId: reference && (await findExpecting(db, owner, reference)),
        iban,
        reference: written,
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

/** Of those that a feed reported with these keys. */
export function findFed(
  { db }: Pick<ReceiverDeps, "db">,
  owner: TransferOwner,
  keys: string[],
): Promise<ReceivedTransfer[]> {
  return repository.listFed(db, owner, keys);
}
