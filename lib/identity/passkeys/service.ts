import type { UserId } from "#lib/identity/model/user.ts";
import { revokeWithoutFactor } from "#lib/identity/operators/role.ts";
import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Authentication, Registration } from "#lib/platform/passkeys/responses.ts";
import type { PasskeyDeps } from "./challenges.ts";
import type { Passkey } from "./passkey.ts";
import { finishRegistration, type Registrant, startRegistration } from "./registration.ts";
import * as repository from "./repository.ts";
import { finishSignIn, startSignIn } from "./sign-in.ts";

export type PasskeyService = ReturnType<typeof createPasskeyService>;

type ServiceDeps = Omit<PasskeyDeps, "site"> & {
  consoleUrl: string;
  siteName: string;
};

export function createPasskeyService({ consoleUrl, siteName, ...given }: ServiceDeps) {
  const { db, clock } = given;
  const deps = { ...given, site: { url: consoleUrl, name: siteName } };
  return {
    startRegistration: (user: Registrant, input: { name: string; password: string }) =>
      startRegistration(deps, user, input),
    finishRegistration: (userId: UserId, input: { name: string; response: Registration }) =>
      finishRegistration(deps, userId, input),
    startSignIn: (address: string, isSignedIn: boolean) => startSignIn(deps, address, isSignedIn),
    finishSignIn: (response: Authentication, address: string, signedInId: string | undefined) =>
      finishSignIn(deps, response, address, signedInId),
    list: (userId: string) => list(db, userId),
    remove: (userId: UserId, id: string) => remove(deps, userId, id),
    purge: () => repository.deleteChallenges(db, clock.now()),
  };
}

async function list(db: Database, userId: string): Promise<Passkey[]> {
  const rows = await repository.list(db, userId);
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt,
    lastUsedAt,
  }));
}

/** @throws AppError `not_found` if the passkey is not the user's */
function remove(deps: PasskeyDeps, userId: UserId, id: string): Promise<void> {
  const { db, clock } = deps;
  return db.transaction(async (tx) => {
    if (!(await repository.remove(tx, userId, id))) {
      throw new AppError("not_found");
    }
    const action = "user.passkey_removed";
    await recordAudit(tx, clock.now(), { accountId: null, actor: userId, action, target: id });
    await revokeWithoutFactor(deps, tx, userId);
  });
}
