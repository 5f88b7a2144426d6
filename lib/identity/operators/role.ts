import type { UserId } from "#lib/identity/model/user.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import * as repository from "./repository.ts";

type Deps = { clock: Clock };

const audit = (
  { clock }: Deps,
  tx: Database,
  userId: UserId,
  action: "granted" | "revoked",
  actor: Actor,
) =>
  recordAudit(tx, clock.now(), {
    accountId: null,
    actor,
    action: `operator.${action}`,
    target: userId,
  });

/** @throws AppError `invalid_request` without a second factor, which anyone who knows the password could set up */
export async function grantRole(
  deps: Deps,
  tx: Database,
  userId: UserId,
  actor: Actor,
): Promise<boolean> {
  await repository.lockUser(tx, userId);
  if (!(await repository.hasFactor(tx, userId))) throw invalidField("email", NO_FACTOR);
  const row = { userId, grantedBy: actor, createdAt: deps.clock.now() };
  const isNew = await repository.insert(tx, row);
  if (isNew) await audit(deps, tx, userId, "granted", actor);
  return isNew;
}

const NO_FACTOR =
  "belongs to a user without a second factor: sign in as that user, set up a passkey or an authenticator app under Account security, then grant the role";

export async function revokeRole(
  deps: Deps,
  tx: Database,
  userId: UserId,
  actor: Actor,
): Promise<boolean> {
  const wasOne = await repository.remove(tx, userId);
  if (wasOne) await audit(deps, tx, userId, "revoked", actor);
  return wasOne;
}

/** Call it after a second factor is removed, and before one is added: a thief of the password could set up the next one. */
export async function revokeWithoutFactor(deps: Deps, tx: Database, userId: UserId): Promise<void> {
  await repository.lockUser(tx, userId);
  if (!(await repository.hasFactor(tx, userId))) await revokeRole(deps, tx, userId, userId);
}
