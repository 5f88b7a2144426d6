import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  createSealedRepository,
  nameOf,
  type SealedColumn,
  type SealedValue,
} from "./repository.ts";

export type { SealedColumn };

/**
 * What became of one column's values that an older secret had sealed. `resealed`: sealed with the newest one now; `busy`:
 * others were changing them, so they are as before; `lost`: no secret in use opens them.
 */
export type ReencryptedColumn = { name: string; resealed: number; busy: number; lost: number };

const BATCH = 200;

type Deps = { db: Database; clock: Clock; seal: Seal; sealedColumns: readonly SealedColumn[] };

/** Seals renewed, with the newest secret of `APP_SECRET`, what older ones sealed. */
export function createKeyRotation({ db, clock, seal, sealedColumns }: Deps) {
  /** The same value by the newest secret; `undefined` if no secret in use opens it. */
  function reencrypt({ contextOf }: SealedColumn, { key, sealed }: SealedValue) {
    const context = contextOf(...key);
    try {
      return seal.seal(seal.open(sealed, context), context);
    } catch {
      return undefined;
    }
  }

  /** One database transaction: either all of a batch and its entry in the audit log are there or nothing. */
  function reencryptBatch(
    column: SealedColumn,
    after: readonly string[] | undefined,
    actor: Actor,
  ) {
    return db.transaction(async (tx) => {
      const repository = createSealedRepository(tx, column, seal.newest);
      const values = await repository.lockOlder(after, BATCH);
      let resealed = 0;
      let lost = 0;
      for (const value of values) {
        const renewed = reencrypt(column, value);
        if (renewed === undefined) lost += 1;
        else resealed += Number(await repository.replace(value, renewed));
      }
      if (resealed > 0) {
        await recordAudit(tx, clock.now(), {
          accountId: null,
          actor,
          action: "secrets.resealed",
          target: nameOf(column),
          details: { resealed },
        });
      }
      return { resealed, lost, last: values.length < BATCH ? undefined : values.at(-1)?.key };
    });
  }

  async function reencryptColumn(column: SealedColumn, actor: Actor): Promise<ReencryptedColumn> {
    const total = { resealed: 0, lost: 0 };
    let after: readonly string[] | undefined;
    do {
      const batch = await reencryptBatch(column, after, actor);
      total.resealed += batch.resealed;
      total.lost += batch.lost;
      after = batch.last;
    } while (after);
    const older = await createSealedRepository(db, column, seal.newest).countOlder();
    return { name: nameOf(column), ...total, busy: Math.max(0, older - total.lost) };
  }

  /**
   * Goes through all sealed values once, a few at a time, while processes run; answers the columns in which there were
   * any of an older secret. Doing it again finds what is left.
   */
  return async (actor: Actor = "operator"): Promise<ReencryptedColumn[]> => {
    const columns: ReencryptedColumn[] = [];
    for (const column of sealedColumns) columns.push(await reencryptColumn(column, actor));
    return columns.filter(({ resealed, busy, lost }) => resealed + busy + lost > 0);
  };
}
