import type { UserNames } from "#lib/platform/audit/pages.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { createUserRepository } from "./repository.ts";

/** Who the ids in lists and logs stand for. */
export function createUserNames({ db }: { db: Database }): UserNames {
  const repository = createUserRepository(db);
  const find = async (ids: Iterable<string>) => {
    const wanted = [...new Set(ids)].filter((id) => id.startsWith("usr_"));
    return wanted.length === 0 ? [] : repository.listNames(wanted);
  };
  return {
    /** The names of those `ids` (repetitions and ids of others than users are fine) that are users, by id. */
    async namesOf(ids: Iterable<string>): Promise<Map<string, string>> {
      return new Map((await find(ids)).map(({ id, name }) => [id, name]));
    },

    /** The same with their addresses, which nobody can choose for themselves: for a log of who did what. */
    async fullNamesOf(ids: Iterable<string>): Promise<Map<string, string>> {
      return new Map((await find(ids)).map(({ id, name, email }) => [id, `${name} (${email})`]));
    },
  };
}
