import type { UserId } from "#lib/identity/model/user.ts";
import { type AuditAction, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { digest } from "#lib/platform/values/ids.ts";
import type { DemandPassword } from "./password-proof.ts";
import { asRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import * as repository from "./repository.ts";

export type FactorDeps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  limits: Pick<Limits, "take" | "giveBack">;
  demandPassword: DemandPassword;
  issuer: string;
};

type Deps = Pick<FactorDeps, "db" | "clock">;

/**
 * The new codes are never shown again. Invalidates the old ones.
 * @throws AppError `not_found` if no app is on
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  userId: UserId,
  password: string,
): Promise<string[]> {
  await deps.demandPassword(userId, password);
  return deps.db.transaction(async (tx) => {
    const user = await repository.lockUser(tx, userId);
    if (!user?.confirmedAt) throw new AppError("not_found");
    await auditFactor(deps, tx, userId, "user.recovery_codes_renewed");
    return giveCodes(deps, tx, userId);
  });
}

export function takeRecoveryCode(deps: Deps, userId: UserId, code: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const isTaken = await repository.takeCode(tx, userId, digest(code), now);
    if (isTaken) await auditFactor(deps, tx, userId, "user.recovery_code_used");
    return isTaken;
  });
}

export async function giveCodes(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  userId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const digests = codes.map((code) => digest(asRecoveryCode(code) ?? code));
  await repository.replaceCodes(tx, userId, digests, clock.now());
  return codes;
}

export function auditFactor(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  userId: UserId,
  action: AuditAction,
): Promise<void> {
  return recordAudit(tx, clock.now(), { accountId: null, actor: userId, action, target: userId });
}
