import { consolePath } from "#lib/console/paths/links.ts";
import { readCursor, writeCursor } from "#lib/console/payment-history/cursor.ts";
import type { PaymentQuery } from "#lib/console/payment-history/filter.ts";
import {
  NEWEST_FIRST,
  type PaymentCursor,
  type PaymentOrder,
  SORT_KEYS,
} from "#lib/console/payment-history/payment.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { PageQuery } from "../mode.ts";

type LinkQuery = Record<string, string | undefined>;

const first = (value: PageQuery[string]): string | undefined => [value].flat()[0];

export function paymentQueryOf(query: PageQuery): PaymentQuery {
  return {
    q: first(query["q"]),
    // A form repeats the name. Our links join the values with commas.
    status: [query["status"] ?? []].flat().flatMap((value) => value.split(",")),
    reason: first(query["reason"]),
    from: first(query["from"]),
    to: first(query["to"]),
    zone: first(query["zone"]),
    min: first(query["min"]),
    max: first(query["max"]),
    currency: first(query["currency"]),
    externalId: first(query["externalId"]),
    bank: first(query["bank"]),
  };
}

/** Newest first unless the query asks for another order. */
export function orderOf(query: PageQuery): PaymentOrder {
  const by = SORT_KEYS.find((key) => key === first(query["sort"])) ?? NEWEST_FIRST.by;
  return { by, direction: first(query["direction"]) === "asc" ? "asc" : "desc" };
}

/** An invalid cursor returns the first page. */
export function cursorOf(query: PageQuery): PaymentCursor {
  const after = readCursor(first(query["after"]));
  if (after) return { after };
  const before = readCursor(first(query["before"]));
  return before && { before };
}

export function cursorQueryOf(cursor: PaymentCursor): LinkQuery {
  if (!cursor) return {};
  return "before" in cursor
    ? { before: writeCursor(cursor.before) }
    : { after: writeCursor(cursor.after) };
}

export function linkQueryOf(asked: PaymentQuery): LinkQuery {
  return { ...asked, status: asked.status?.join(",") };
}

export function orderQueryOf({ by, direction }: PaymentOrder): LinkQuery {
  return {
    sort: by === NEWEST_FIRST.by ? undefined : by,
    direction: direction === NEWEST_FIRST.direction ? undefined : direction,
  };
}

export function pageQueryOf({ url }: Pick<Request, "url">): PageQuery {
  return searchQueryOf(new URL(url).searchParams);
}

export function searchQueryOf(params: URLSearchParams): PageQuery {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

/** Of the shown list, in its mode and language. */
export type ListLinks = ReturnType<typeof linksOf>;

export function linksOf(
  mode: Mode,
  asked: PaymentQuery,
  order: PaymentOrder,
  linkQuery: MerchantText["linkQuery"],
) {
  const along = { mode: mode === "live" ? "live" : undefined, ...linkQuery } as const;
  const shown = linkQueryOf(asked);
  const sorted = orderQueryOf(order);
  return {
    along,
    shown,
    sorted,
    /** Of filter and order, as saved. */
    query: consolePath("", { ...shown, ...sorted }).replace(/^[^?]*\??/, ""),
    hrefOf: (more: Record<string, string | undefined>) =>
      consolePath("/payments", { ...along, ...shown, ...more }),
    clearHref: consolePath("/payments", { ...along, ...sorted }),
  };
}
