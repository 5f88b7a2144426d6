import type { SessionService } from "#lib/identity/sessions/service.ts";
import type { UserService } from "#lib/identity/users/service.ts";
import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  users: Pick<UserService, "findByEmail">;
  sessions: Pick<SessionService, "revokeAll">;
};

export async function disconnectProvider(
  { db, clock, users, sessions }: Deps,
  email: string,
): Promise<boolean> {
  const user = await users.findByEmail(email);
  if (!user) return false;
  return db.transaction(async (tx) => {
    if ((await repository.removeAll(tx, user.id)) === 0) return false;
    await sessions.revokeAll(tx, user.id);
    await recordAudit(tx, clock.now(), {
      accountId: null,
      actor: "operator",
      action: "user.provider_disconnected",
      target: user.id,
    });
    return true;
  });
}
