import type { UserNames } from "#lib/platform/audit/pages.ts";
import type { Database } from "#lib/platform/db/database.ts";
import * as repository from "./repository.ts";

export function createUserNames({ db }: { db: Database }): UserNames {
  const find = async (ids: Iterable<string>) => {
    const wanted = [...new Set(ids)].filter((id) => id.startsWith("usr_"));
    return wanted.length === 0 ? [] : repository.listNames(db, wanted);
  };
  return {
    async namesOf(ids: Iterable<string>): Promise<Map<string, string>> {
      return new Map((await find(ids)).map(({ id, name }) => [id, name]));
    },

    async fullNamesOf(ids: Iterable<string>): Promise<Map<string, string>> {
      return new Map((await find(ids)).map(({ id, name, email }) => [id, `${name} (${email})`]));
    },
  };
}
