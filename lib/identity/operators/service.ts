import type { UserId } from "#lib/identity/model/user.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { emailKey } from "#lib/platform/values/email.ts";
import * as repository from "./repository.ts";
import { grantRole, revokeRole } from "./role.ts";

/** Checked on every request, so a change takes effect at once. */
export function createOperators({ db, clock }: { db: Database; clock: Clock }) {
  const deps = { clock };

  return {
    has: (tx: Database, userId: string): Promise<boolean> => repository.has(tx, userId),

    list: () => repository.list(db),

    /**
     * False if nothing changed.
     * @throws AppError `not_found`, `invalid_request` (grant)
     */
    change: (email: string, change: "grant" | "revoke", actor: Actor): Promise<boolean> =>
      db.transaction(async (tx) => {
        const userId = await repository.findUserId(tx, emailKey(email));
        if (!userId) {
          throw new AppError("not_found", { detail: `There is no console user ${email}` });
        }
        const set = change === "grant" ? grantRole : revokeRole;
        return set(deps, tx, userId as UserId, actor);
      }),
  };
}
