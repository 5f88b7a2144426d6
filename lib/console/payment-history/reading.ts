import type { BankDirectory } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { PaymentHistoryDeps } from "./history/service.ts";
import {
  NEWEST_FIRST,
  type PaymentOrder,
  type PaymentPage,
  type PaymentPlace,
  type PaymentPosition,
} from "./payment.ts";
import type * as repository from "./repository.ts";
import { readSearch } from "./search/search.ts";
import type { Query } from "./selection.sql.ts";

export type ReadingDeps = PaymentHistoryDeps & {
  clock: Clock;
  banks: Pick<BankDirectory, "banksFor">;
  seal: Seal;
};

type Find = (query: Query) => Promise<Awaited<ReturnType<typeof repository.list>>>;

export async function readPage(
  deps: ReadingDeps,
  place: PaymentPlace,
  limit: number,
  find: Find,
): Promise<PaymentPage> {
  const page = await read(deps, place, limit, find);
  const isPartial = page.isFirst && page.rows.length < limit && !page.isLast;
  const { rows, isFirst, isLast } = isPartial
    ? await read(deps, { ...place, cursor: undefined }, limit, find)
    : page;
  const payers = await deps.knowPayers(rows.flatMap(({ payerSessionId }) => payerSessionId ?? []));
  return {
    payments: rows.map(({ payerSessionId, ...row }) => ({
      ...row,
      payer: payers.get(payerSessionId ?? "") ?? {},
    })),
    previous: isFirst ? undefined : positionOf(rows.at(0)),
    next: isLast ? undefined : positionOf(rows.at(-1)),
  };
}

/** `find` returns up to `limit + 1`. */
async function read(deps: ReadingDeps, place: PaymentPlace, limit: number, find: Find) {
  const { order = NEWEST_FIRST, cursor } = place;
  const isBackward = cursor !== undefined && "before" in cursor;
  const after = cursor && ("before" in cursor ? cursor.before : cursor.after);
  const query = { ...selectionOf(deps, place), after, order: isBackward ? reversed(order) : order };
  const found = await find(query);
  const rows = found.slice(0, limit);
  return {
    rows: isBackward ? rows.reverse() : rows,
    isFirst: after === undefined || (isBackward && found.length <= limit),
    isLast: !isBackward && found.length <= limit,
  };
}

export function selectionOf(
  { clock, seal }: Pick<ReadingDeps, "clock" | "seal">,
  { accountId, mode, filter }: PaymentPlace,
) {
  return {
    accountId,
    mode,
    filter,
    search: filter.search && readSearch(filter.search, clock.now(), seal),
  };
}

function positionOf(row: PaymentPosition | undefined): PaymentPosition | undefined {
  return row && { id: row.id, status: row.status, amount: row.amount, createdAt: row.createdAt };
}

function reversed({ by, direction }: PaymentOrder): PaymentOrder {
  return { by, direction: direction === "asc" ? "desc" : "asc" };
}
