import type { BankDirectory } from "#lib/banks/connector.ts";
import { createKnownPayers } from "#lib/payments/payers/known-payers.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Reads } from "#lib/platform/db/client.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { csvHead, toCsv } from "./csv.ts";
import { isFiltered, type PaymentFilter } from "./filter.ts";
import { createPaymentHistory } from "./history/service.ts";
import {
  NEWEST_FIRST,
  type PaymentOrder,
  type PaymentOwner,
  type PaymentPage,
  type PaymentPlace,
  type PaymentPosition,
  type PaymentTotals,
} from "./payment.ts";
import * as repository from "./repository.ts";
import { readRevision } from "./revision.sql.ts";
import { readSearch } from "./search/search.ts";
import type { Query } from "./selection.sql.ts";
import { sumUp } from "./totals.sql.ts";

const PAGE_SIZE = 50;
// A page is written at once: 12 ms with the largest metadata.
const EXPORT_PAGE_SIZE = 100;
const MOST_COUNTED = 4_000;

type Deps = {
  db: Database;
  reads: Reads;
  clock: Clock;
  banks: Pick<BankDirectory, "banksFor">;
  seal: Seal;
};

type Find = (db: Database, query: Query) => Promise<Awaited<ReturnType<typeof repository.list>>>;

export function createPaymentService({ db, reads, clock, banks, seal }: Deps) {
  async function bankNames(mode: Mode): Promise<Record<string, string>> {
    return Object.fromEntries((await banks.banksFor(mode)).map(({ id, name }) => [id, name]));
  }

  const knowPayers = createKnownPayers({ db, clock, seal });
  const history = createPaymentHistory({ db, knowPayers, bankNames });

  const selectionOf = ({ accountId, mode, filter }: PaymentPlace) => ({
    accountId,
    mode,
    filter,
    search: filter.search && readSearch(filter.search, clock.now(), seal),
  });

  /** The rows after the cursor in the direction of reading, and whether there are more. `find` returns up to `limit + 1`. */
  async function read(db: Database, place: PaymentPlace, limit: number, find: Find) {
    const { order = NEWEST_FIRST, cursor } = place;
    const isBackward = cursor !== undefined && "before" in cursor;
    const after = cursor && ("before" in cursor ? cursor.before : cursor.after);
    const query = { ...selectionOf(place), after, order: isBackward ? reversed(order) : order };
    const found = await find(db, query);
    const rows = found.slice(0, limit);
    return {
      rows: isBackward ? rows.reverse() : rows,
      isFirst: after === undefined || (isBackward && found.length <= limit),
      isLast: !isBackward && found.length <= limit,
    };
  }

  async function readPage(place: PaymentPlace, limit: number, find: Find): Promise<PaymentPage> {
    const page = await reads((one) => read(one, place, limit, find));
    const isPartial = page.isFirst && page.rows.length < limit && !page.isLast;
    const { rows, isFirst, isLast } = isPartial
      ? await reads((one) => read(one, { ...place, cursor: undefined }, limit, find))
      : page;
    const payers = await knowPayers(rows.flatMap(({ payerSessionId }) => payerSessionId ?? []));
    return {
      payments: rows.map(({ payerSessionId, ...row }) => ({
        ...row,
        payer: payers.get(payerSessionId ?? "") ?? {},
      })),
      previous: isFirst ? undefined : positionOf(rows.at(0)),
      next: isLast ? undefined : positionOf(rows.at(-1)),
    };
  }

  return {
    /**
     * In either mode.
     * @throws AppError `not_found`
     */
    get: history.get,

    /** @throws AppError `not_found` */
    revisionOf: history.revision,

    bankNames,

    list: (place: PaymentPlace, limit = PAGE_SIZE): Promise<PaymentPage> =>
      readPage(place, limit, async (one, query) => repository.list(one, query, limit + 1)),

    /** Totals are of all pages. */
    async listWithTotals(
      place: PaymentPlace,
      { limit = PAGE_SIZE, mostCounted = MOST_COUNTED } = {},
    ): Promise<PaymentPage & { totals: PaymentTotals }> {
      const over: PaymentTotals = { count: mostCounted, isOver: true, currencies: [] };
      let totals = over;
      const page = await readPage(place, limit, async (one, query) => {
        const sums = await sumUp(one, query, mostCounted, limit + 1);
        totals = sums ? { count: sums.count, isOver: false, currencies: sums.currencies } : over;
        return sums
          ? repository.listThese(one, sums.ids, query.order)
          : repository.list(one, query, limit + 1);
      });
      return { ...page, totals };
    },

    revision: (owner: PaymentOwner) => readRevision(db, owner),

    /** Newest first, read as the parts are taken. Writes the audit entry before the first part. */
    async *exportCsv({
      actor,
      pageSize = EXPORT_PAGE_SIZE,
      ...place
    }: PaymentOwner & {
      filter: PaymentFilter;
      actor: Actor;
      pageSize?: number;
    }): AsyncGenerator<string, void> {
      const { accountId, mode, filter } = place;
      const names = await bankNames(mode);
      await db.transaction((tx) =>
        recordAudit(tx, clock.now(), {
          accountId,
          actor,
          action: "transactions.exported",
          target: accountId,
          details: { mode, filtered: isFiltered(filter) },
        }),
      );
      const selection = { ...selectionOf(place), order: NEWEST_FIRST };
      let after: PaymentPosition | undefined;
      let head = csvHead();
      for (;;) {
        const rows = await reads((one) =>
          repository.listToExport(one, { ...selection, after }, pageSize),
        );
        yield head + toCsv(rows, (bankId) => names[bankId] ?? bankId);
        head = "";
        after = rows.at(-1);
        if (rows.length < pageSize) return;
      }
    },
  };
}

function positionOf(row: PaymentPosition | undefined): PaymentPosition | undefined {
  return row && { id: row.id, status: row.status, amount: row.amount, createdAt: row.createdAt };
}

function reversed({ by, direction }: PaymentOrder): PaymentOrder {
  return { by, direction: direction === "asc" ? "desc" : "asc" };
}
