import type { UserId } from "#lib/identity/user.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { emailKey } from "#lib/platform/email.ts";
import { AppError } from "#lib/platform/errors.ts";
import * as repository from "./repository.ts";

/** Users who see the operator's pages. Checked on every request, so a change takes effect at once. */
export function createOperators({ db, clock }: { db: Database; clock: Clock }) {
  const audit = (tx: Database, userId: UserId, action: "granted" | "revoked", actor: Actor) =>
    recordAudit(tx, clock.now(), {
      accountId: null,
      actor,
      action: `operator.${action}`,
      target: userId,
    });

  /** False if the user already is one. */
  async function grant(tx: Database, userId: UserId, actor: Actor): Promise<boolean> {
    const row = { userId, grantedBy: actor, createdAt: clock.now() };
    const isNew = await repository.insert(tx, row);
    if (isNew) await audit(tx, userId, "granted", actor);
    return isNew;
  }

  /** False if the user is none. */
  async function revoke(tx: Database, userId: UserId, actor: Actor): Promise<boolean> {
    const wasOne = await repository.remove(tx, userId);
    if (wasOne) await audit(tx, userId, "revoked", actor);
    return wasOne;
  }

  return {
    grant,
    revoke,
    has: (tx: Database, userId: string): Promise<boolean> => repository.has(tx, userId),

    /** Longest first. */
    list: () => repository.list(db),

    /**
     * False if nothing changed.
     * @throws AppError `not_found`
     */
    change: (email: string, change: "grant" | "revoke", actor: Actor): Promise<boolean> =>
      db.transaction(async (tx) => {
        const userId = await repository.findUserId(tx, emailKey(email));
        if (!userId) {
          throw new AppError("not_found", { detail: `There is no console user ${email}` });
        }
        return (change === "grant" ? grant : revoke)(tx, userId as UserId, actor);
      }),
  };
}
