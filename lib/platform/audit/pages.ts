import type { Database } from "#lib/platform/db/client.ts";
import type { AuditAction } from "./log.ts";
import { type AuditRow, createAuditRepository } from "./repository.ts";

/** One page of an account's log; `names` are those of the users it tells of, by id. */
export type AuditPage = { entries: AuditRow[]; names: Map<string, string>; hasMore: boolean };

/** Looks up the users among `ids`, which may repeat and name others than users. */
export type UserNames = {
  namesOf(ids: Iterable<string>): Promise<Map<string, string>>;
  /** With their e-mail addresses. */
  fullNamesOf(ids: Iterable<string>): Promise<Map<string, string>>;
};

const PAGE_LENGTH = 25;

/** The audit log as the people of an account read it. */
export function createAuditPages({
  db,
  users,
}: {
  db: Database;
  users: Pick<UserNames, "fullNamesOf">;
}) {
  const repository = createAuditRepository(db);
  return {
    /** What was done to one account, newest first, 25 entries at a time; `before` is the id the last page ended with. */
    async read(filter: {
      accountId: string;
      action?: AuditAction | undefined;
      before?: string | undefined;
    }): Promise<AuditPage> {
      const rows = await repository.list({ ...filter, limit: PAGE_LENGTH + 1 });
      const entries = rows.slice(0, PAGE_LENGTH);
      const names = await users.fullNamesOf(
        entries.flatMap(({ actor, target }) => [actor, target]),
      );
      return { entries, names, hasMore: rows.length > PAGE_LENGTH };
    },
  };
}
