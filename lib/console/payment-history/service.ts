import { createKnownPayers } from "#lib/payments/payers/known-payers.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { type Export, exportCsv } from "./export.ts";
import { createPaymentHistory } from "./history/service.ts";
import {
  NEWEST_FIRST,
  type PaymentOwner,
  type PaymentPage,
  type PaymentPlace,
  type PaymentTotals,
} from "./payment.ts";
import { type ReadingDeps, readPage } from "./reading.ts";
import * as repository from "./repository.ts";
import { readRevision } from "./revision.sql.ts";
import { sumUp } from "./totals.sql.ts";

const PAGE_SIZE = 50;
const MOST_COUNTED = 4_000;

type ServiceDeps = Omit<ReadingDeps, "knowPayers" | "bankNames">;

type Limits = { limit?: number; mostCounted?: number };

export function createPaymentService(given: ServiceDeps) {
  const { db } = given;
  const knowPayers = createKnownPayers(given);
  const bankNames = (mode: Mode) => namesOf(given, mode);
  const deps = { ...given, knowPayers, bankNames };
  const history = createPaymentHistory(deps);
  return {
    /**
     * In either mode.
     * @throws AppError `not_found`
     */
    get: history.get,

    /** @throws AppError `not_found` */
    revisionOf: history.revision,

    bankNames,
    list: (place: PaymentPlace, limit = PAGE_SIZE) =>
      readPage(deps, place, limit, (query) => repository.list(db, query, limit + 1)),
    listWithTotals: (place: PaymentPlace, limits?: Limits) => listWithTotals(deps, place, limits),
    /** The payments with these ids, which must be the owner's, newest first. */
    listThese: async (owner: PaymentOwner, ids: string[]) => {
      const find = () => repository.listThese(db, ids, NEWEST_FIRST);
      return (await readPage(deps, { ...owner, filter: {} }, ids.length, find)).payments;
    },
    revision: (owner: PaymentOwner) => readRevision(db, owner),
    exportCsv: (wanted: Export) => exportCsv(deps, wanted),
  };
}

async function namesOf({ banks }: ServiceDeps, mode: Mode): Promise<Record<string, string>> {
  return Object.fromEntries((await banks.banksFor(mode)).map(({ id, name }) => [id, name]));
}

async function listWithTotals(
  deps: ReadingDeps,
  place: PaymentPlace,
  { limit = PAGE_SIZE, mostCounted = MOST_COUNTED }: Limits = {},
): Promise<PaymentPage & { totals: PaymentTotals }> {
  const { db } = deps;
  const over: PaymentTotals = { count: mostCounted, isOver: true, currencies: [] };
  let totals = over;
  const page = await readPage(deps, place, limit, async (query) => {
    const sums = await sumUp(db, query, mostCounted, limit + 1);
    totals = sums ? { count: sums.count, isOver: false, currencies: sums.currencies } : over;
    return sums
      ? repository.listThese(db, sums.ids, query.order)
      : repository.list(db, query, limit + 1);
  });
  return { ...page, totals };
}
