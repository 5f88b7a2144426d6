import type { UserId } from "#lib/identity/model/user.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { type FactorDeps, takeRecoveryCode } from "./recovery.ts";
import { asRecoveryCode } from "./recovery-codes.ts";
import * as repository from "./repository.ts";
import { asTotpCode, stepOfCode, totpContext } from "./totp.ts";

export const wrongCode = () =>
  new AppError("second_factor_wrong", { fields: [{ path: "code", message: "code_wrong" }] });

/** @throws AppError `second_factor_wrong`, `too_many_tries` */
export async function take(deps: FactorDeps, userId: UserId, typed: string): Promise<void> {
  const { limits } = deps;
  await limits.take("second-step", userId);
  const code = asTotpCode(typed);
  const recoveryCode = asRecoveryCode(typed);
  const isTaken = code
    ? await takeTotp(deps, userId, code)
    : recoveryCode !== undefined && (await takeRecoveryCode(deps, userId, recoveryCode));
  if (!isTaken) throw wrongCode();
  await limits.giveBack("second-step", userId);
}

async function takeTotp(
  { db, clock, seal }: FactorDeps,
  userId: string,
  code: string,
): Promise<boolean> {
  const user = await repository.find(db, userId);
  if (!user?.sealedSecret || !user.confirmedAt) return false;
  const step = stepOfCode(code, seal.open(user.sealedSecret, totpContext(userId)), clock.now());
  return step !== undefined && repository.takeStep(db, userId, step);
}
