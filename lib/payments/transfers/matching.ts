import { isLikeOwnEndToEndId, readOwnEndToEndId } from "#lib/payments/attempts/attempt.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { findExpecting } from "./expecting.sql.ts";
import type { Credit } from "./statement/statement.ts";
import type { TransferOwner } from "./transfer.ts";

type Deps = { db: Database; attempts: Pick<AttemptService, "find"> };

type Named = Pick<Credit, "reference" | "written" | "endToEndId">;

/** `attemptId`: if the money came with its end-to-end id. */
export type Target = { transactionId: string | undefined; attemptId: string | null };

const NONE: Target = { transactionId: undefined, attemptId: null };

/** As the bank wrote it; `null` for money that names nothing of ours. */
export function nameOf({ written, endToEndId }: Named): string | null {
  if (written !== null) return written;
  return endToEndId !== null && isLikeOwnEndToEndId(endToEndId) ? endToEndId : null;
}

/** Checked again under the transaction's lock. Money that names two payments is for a member to decide. */
export async function findTarget(
  { db, attempts }: Deps,
  owner: TransferOwner,
  { reference, endToEndId }: Named,
): Promise<Target> {
  const attemptId = readOwnEndToEndId(endToEndId ?? "");
  const found = attemptId === undefined ? undefined : await attempts.find(db, attemptId);
  const isOwn = found?.accountId === owner.accountId && found.mode === owner.mode;
  const attempt = isOwn ? found : undefined;
  const expecting = reference && (await findExpecting(db, owner, reference));
  if (!attempt) return { ...NONE, transactionId: expecting };
  const isContested = expecting !== undefined && expecting !== attempt.transactionId;
  return isContested ? NONE : { transactionId: attempt.transactionId, attemptId: attempt.id };
}
