import type { Database } from "#lib/platform/db/database.ts";
import type { AuditAction } from "./log.ts";
import type { AuditRow } from "./repository.ts";
import * as repository from "./repository.ts";

export type AuditPage = { entries: AuditRow[]; names: Map<string, string>; hasMore: boolean };

export type UserNames = {
  namesOf(ids: Iterable<string>): Promise<Map<string, string>>;
  /** Includes e-mail addresses. */
  fullNamesOf(ids: Iterable<string>): Promise<Map<string, string>>;
};

const PAGE_LENGTH = 25;

export function createAuditPages({
  db,
  users,
}: {
  db: Database;
  users: Pick<UserNames, "fullNamesOf">;
}) {
  return {
    /** 25 per page. `before`: last id of the previous page. */
    async read(filter: {
      accountId?: string | undefined;
      action?: AuditAction | undefined;
      before?: string | undefined;
    }): Promise<AuditPage> {
      const rows = await repository.list(db, { ...filter, limit: PAGE_LENGTH + 1 });
      const entries = rows.slice(0, PAGE_LENGTH);
      const names = await users.fullNamesOf(
        entries.flatMap(({ actor, target }) => [actor, target]),
      );
      return { entries, names, hasMore: rows.length > PAGE_LENGTH };
    },
  };
}
