import type { UserId } from "#lib/identity/model/user.ts";
import { revokeWithoutFactor } from "#lib/identity/operators/role.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { auditFactor, type FactorDeps, renewRecoveryCodes } from "./recovery.ts";
import * as repository from "./repository.ts";
import { confirm, pending, start } from "./set-up.ts";
import { take } from "./take.ts";

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

/** RFC 6238. */
export function createSecondFactorService(deps: FactorDeps) {
  return {
    status: (userId: string) => readStatus(deps.db, userId),
    start: (userId: string, password: string, sessionId: string) =>
      start(deps, userId, password, sessionId),
    pending: (userId: string, sessionId: string) => pending(deps, userId, sessionId),
    confirm: (userId: UserId, typed: string, sessionId: string) =>
      confirm(deps, userId, typed, sessionId),
    take: (userId: UserId, typed: string) => take(deps, userId, typed),
    renewRecoveryCodes: (userId: UserId, password: string) =>
      renewRecoveryCodes(deps, userId, password),
    switchOff: (userId: UserId, password: string) => switchOff(deps, userId, password),
  };
}

async function readStatus(
  db: Database,
  userId: string,
): Promise<{ onSince: Date | null; recoveryCodesLeft: number }> {
  const user = await repository.find(db, userId);
  const recoveryCodesLeft = await repository.countCodesLeft(db, userId);
  return { onSince: user?.confirmedAt ?? null, recoveryCodesLeft };
}

/**
 * Also deletes the recovery codes. Without a second factor, an operator loses that role.
 * @throws AppError `not_found` if no app is on
 */
async function switchOff(deps: FactorDeps, userId: UserId, password: string): Promise<void> {
  const { db, clock, demandPassword } = deps;
  await demandPassword(userId, password);
  await db.transaction(async (tx) => {
    if (!(await repository.turnOff(tx, userId))) throw new AppError("not_found");
    await repository.replaceCodes(tx, userId, [], clock.now());
    await auditFactor(deps, tx, userId, "user.second_factor_off");
    await revokeWithoutFactor(deps, tx, userId);
  });
}
