import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import * as repository from "./repository.ts";
import type { SavedFilter } from "./saved-filter.ts";

const MAX_FILTERS = 20;
const MAX_NAME = 40;

export function createSavedFilters({ db, clock }: { db: Database; clock: Clock }) {
  return {
    list: (holder: repository.Holder): Promise<SavedFilter[]> => repository.list(db, holder),

    /**
     * Replaces the filter of that name.
     * @throws AppError `invalid_request`, `limit_reached`
     */
    async save(holder: repository.Holder, typed: { name: string; query: string }): Promise<void> {
      const name = typed.name.trim();
      if (!isPrintable(name, MAX_NAME)) throw invalidField("name", "filter_name");
      if ((await repository.countOthers(db, holder, name)) >= MAX_FILTERS) {
        throw new AppError("limit_reached");
      }
      const { accountId, userId } = holder;
      const row = { id: newId("flt"), accountId, userId, name, query: typed.query };
      await repository.save(db, { ...row, createdAt: clock.now() });
    },

    remove: (holder: repository.Holder, id: string): Promise<void> =>
      repository.remove(db, holder, id),
  };
}
