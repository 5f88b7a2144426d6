import type { UserId } from "#lib/identity/model/user.ts";
import { revokeWithoutFactor } from "#lib/identity/operators/role.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { auditFactor, type FactorDeps, giveCodes } from "./recovery.ts";
import * as repository from "./repository.ts";
import { wrongCode } from "./take.ts";
import {
  asTotpCode,
  newTotpSecret,
  stepOfCode,
  type TotpSetUp,
  totpContext,
  totpUri,
} from "./totp.ts";

const SET_UP_MS = 15 * 60 * 1000;

/** @throws AppError `limit_reached` if an app is on */
export async function start(
  { db, clock, seal, demandPassword }: FactorDeps,
  userId: string,
  password: string,
  sessionId: string,
): Promise<void> {
  await demandPassword(userId, password);
  const begun = `${newTotpSecret()} ${clock.now().getTime()} ${sessionId}`;
  const sealed = seal.seal(begun, totpContext(userId));
  if (!(await repository.replacePending(db, userId, sealed))) throw new AppError("limit_reached");
}

export async function pending(
  deps: FactorDeps,
  userId: string,
  sessionId: string,
): Promise<TotpSetUp | undefined> {
  const user = await repository.find(deps.db, userId);
  if (!user?.sealedSecret || user.confirmedAt) return undefined;
  const secret = openPending(deps, userId, user.sealedSecret, sessionId);
  if (secret === undefined) return undefined;
  return { secret, uri: totpUri(secret, deps.issuer, user.email) };
}

/**
 * The recovery codes are never shown again.
 * @throws AppError `second_factor_wrong`, `not_found` without a pending setup
 */
export async function confirm(
  deps: FactorDeps,
  userId: UserId,
  typed: string,
  sessionId: string,
): Promise<string[]> {
  const { db, clock, seal, limits } = deps;
  await limits.take("second-step", userId);
  const codes = await db.transaction(async (tx) => {
    const user = await repository.lockUser(tx, userId);
    if (!user?.sealedSecret || user.confirmedAt) throw new AppError("not_found");
    const now = clock.now();
    const secret = openPending(deps, userId, user.sealedSecret, sessionId);
    if (secret === undefined) throw new AppError("not_found");
    const step = stepOfCode(asTotpCode(typed) ?? "", secret, now);
    if (step === undefined) throw wrongCode();
    await revokeWithoutFactor(deps, tx, userId);
    const sealedTotpSecret = seal.seal(secret, totpContext(userId));
    await repository.turnOn(tx, userId, { sealedTotpSecret, at: now, step });
    await auditFactor(deps, tx, userId, "user.second_factor_on");
    return giveCodes(deps, tx, userId);
  });
  await limits.giveBack("second-step", userId);
  return codes;
}

/** Of one session: only the user who proved the password finishes. */
function openPending(
  { clock, seal }: FactorDeps,
  userId: string,
  sealed: string,
  sessionId: string,
): string | undefined {
  const [secret, begunAt, begunBy] = seal.open(sealed, totpContext(userId)).split(" ");
  const isFresh = clock.now().getTime() - Number(begunAt) <= SET_UP_MS;
  return isFresh && begunBy === sessionId ? secret : undefined;
}
