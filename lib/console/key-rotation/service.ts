import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { SealedColumn, SealedValue } from "./repository.ts";
import * as repository from "./repository.ts";

export type { SealedColumn };

/** `busy`: locked by others, unchanged; `lost`: no secret in use opens them. */
export type ReencryptedColumn = { name: string; resealed: number; busy: number; lost: number };

const BATCH = 200;

type Deps = { db: Database; clock: Clock; seal: Seal; sealedColumns: readonly SealedColumn[] };

export function createKeyRotation(deps: Deps) {
  return {
    countOlder: () => countOlder(deps),
    reencrypt: (actor: Actor = "operator") => reencryptAll(deps, actor),
  };
}

function reencrypt(seal: Seal, { contextOf }: SealedColumn, { key, sealed }: SealedValue) {
  const context = contextOf(...key);
  try {
    return seal.seal(seal.open(sealed, context), context);
  } catch {
    return undefined;
  }
}

/** The audit entry commits with its batch. */
function reencryptBatch(
  { db, clock, seal }: Deps,
  column: SealedColumn,
  after: readonly string[] | undefined,
  actor: Actor,
) {
  return db.transaction(async (tx) => {
    const values = await repository.lockOlder(tx, column, {
      newest: seal.newest,
      after,
      limit: BATCH,
    });
    let resealed = 0;
    let lost = 0;
    for (const value of values) {
      const renewed = reencrypt(seal, column, value);
      if (renewed === undefined) lost += 1;
      else resealed += Number(await repository.replace(tx, column, value, renewed));
    }
    if (resealed > 0) {
      await recordAudit(tx, clock.now(), {
        accountId: null,
        actor,
        action: "secrets.resealed",
        target: repository.nameOf(column),
        details: { resealed },
      });
    }
    return { resealed, lost, last: values.length < BATCH ? undefined : values.at(-1)?.key };
  });
}

async function reencryptColumn(
  deps: Deps,
  column: SealedColumn,
  actor: Actor,
): Promise<ReencryptedColumn> {
  const total = { resealed: 0, lost: 0 };
  let after: readonly string[] | undefined;
  do {
    const batch = await reencryptBatch(deps, column, after, actor);
    total.resealed += batch.resealed;
    total.lost += batch.lost;
    after = batch.last;
  } while (after);
  const older = await repository.countOlder(deps.db, column, deps.seal.newest);
  return { name: repository.nameOf(column), ...total, busy: Math.max(0, older - total.lost) };
}

async function countOlder({
  db,
  seal,
  sealedColumns,
}: Deps): Promise<{ name: string; older: number }[]> {
  const counts: { name: string; older: number }[] = [];
  for (const column of sealedColumns) {
    const found = await repository.countOlder(db, column, seal.newest);
    if (found > 0) counts.push({ name: repository.nameOf(column), older: found });
  }
  return counts;
}

/** In batches, while processes run. Another run processes what is left. */
async function reencryptAll(deps: Deps, actor: Actor): Promise<ReencryptedColumn[]> {
  const columns: ReencryptedColumn[] = [];
  for (const column of deps.sealedColumns) columns.push(await reencryptColumn(deps, column, actor));
  return columns.filter(({ resealed, busy, lost }) => resealed + busy + lost > 0);
}
