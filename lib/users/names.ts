import type { Database } from "#lib/db/client.ts";
import { createUserRepository } from "./repository.ts";

export type UserNames = ReturnType<typeof createUserNames>;

/** Who the ids in lists and logs stand for. */
export function createUserNames({ db }: { db: Database }) {
  const repository = createUserRepository(db);
  return {
    /** The names of those `ids` (repetitions and ids of others than users are fine) that are users, by id. */
    async namesOf(ids: Iterable<string>): Promise<Map<string, string>> {
      const wanted = [...new Set(ids)].filter((id) => id.startsWith("usr_"));
      if (wanted.length === 0) return new Map();
      const rows = await repository.listNames(wanted);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}
