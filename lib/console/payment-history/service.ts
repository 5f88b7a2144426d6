import type { BankDirectory } from "#lib/banks/connector.ts";
import { createKnownPayers } from "#lib/payments/payers/known-payers.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database, Reads } from "#lib/platform/db/client.ts";
import type { Mode } from "#lib/platform/mode.ts";
import { csvHead, toCsv } from "./csv.ts";
import { isFiltered, type PaymentFilter } from "./filter.ts";
import { createPaymentHistory } from "./history/service.ts";
import {
  type CurrencyTotal,
  type ListedPayment,
  NEWEST_FIRST,
  type PaymentOrder,
  type PaymentOwner,
  type PaymentPage,
  type PaymentPlace,
  type PaymentTotals,
} from "./payment.ts";
import * as repository from "./repository.ts";
import { readSearch } from "./search/search.ts";

const PAGE_SIZE = 50;
// A page is written at once: 12 ms with the largest metadata.
const EXPORT_PAGE_SIZE = 100;
const MAX_COUNTED = 5_000;

type Deps = {
  db: Database;
  reads: Reads;
  clock: Clock;
  banks: Pick<BankDirectory, "banksFor">;
  seal: Seal;
};

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

  /** The rows after the cursor in the direction of reading, and whether there are more. */
  async function read(db: Database, place: PaymentPlace, limit: number) {
    const { order = NEWEST_FIRST, cursor } = place;
    const isBackward = cursor !== undefined && "before" in cursor;
    const id = cursor && ("before" in cursor ? cursor.before : cursor.after);
    const after = id === undefined ? undefined : await repository.findSorted(db, place, id);
    const query = { ...selectionOf(place), after, order: isBackward ? reversed(order) : order };
    const found = await repository.list(db, query, limit + 1);
    const rows = found.slice(0, limit);
    return {
      rows: isBackward ? rows.reverse() : rows,
      isFirst: after === undefined || (isBackward && found.length <= limit),
      isLast: !isBackward && found.length <= limit,
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

    async list(place: PaymentPlace, limit = PAGE_SIZE): Promise<PaymentPage> {
      const page = await reads((one) => read(one, place, limit));
      const isPartial = page.isFirst && page.rows.length < limit && !page.isLast;
      const { rows, isFirst, isLast } = isPartial
        ? await reads((one) => read(one, { ...place, cursor: undefined }, limit))
        : page;
      const payers = await knowPayers(rows.flatMap(({ payerSessionId }) => payerSessionId ?? []));
      return {
        payments: rows.map(({ payerSessionId, ...row }) => ({
          ...row,
          payer: payers.get(payerSessionId ?? "") ?? {},
        })),
        previous: isFirst ? undefined : rows.at(0)?.id,
        next: isLast ? undefined : rows.at(-1)?.id,
      };
    },

    /** Of all pages together. `page`: that at `place`, which is not read again if it is the only one. */
    async totals(
      place: PaymentPlace,
      page: PaymentPage,
      limit = MAX_COUNTED,
    ): Promise<PaymentTotals> {
      const isOnly = page.previous === undefined && page.next === undefined;
      const isPastLast = place.cursor !== undefined && page.payments.length === 0;
      const currencies =
        isOnly && !isPastLast
          ? sumUp(page.payments)
          : await reads((one) => repository.sumUp(one, selectionOf(place), limit + 1));
      const count = currencies.reduce((sum, one) => sum + one.count, 0);
      return count > limit
        ? { count: limit, isOver: true, currencies: [] }
        : { count, isOver: false, currencies };
    },

    revision: (owner: PaymentOwner) => repository.readRevision(db, owner),

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
      let after: repository.SortedRow | undefined;
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

/** Like the repository's. */
function sumUp(payments: readonly ListedPayment[]): CurrencyTotal[] {
  const byCurrency = Map.groupBy(payments, ({ currency }) => currency);
  const sum = (some: readonly ListedPayment[]) => some.reduce((all, { amount }) => all + amount, 0);
  return [...byCurrency]
    .map(([currency, some]) => ({
      currency,
      count: some.length,
      amount: sum(some),
      paid: sum(some.filter(({ status }) => status === "succeeded")),
    }))
    .toSorted((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));
}

function reversed({ by, direction }: PaymentOrder): PaymentOrder {
  return { by, direction: direction === "asc" ? "desc" : "asc" };
}
