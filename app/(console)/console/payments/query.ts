import type { PaymentQuery } from "#lib/console/payment-history/filter.ts";
import { readId } from "#lib/platform/ids.ts";
import type { PageQuery } from "../mode.ts";

/** What an address asks of the list of payments. */
export function paymentQueryOf(query: PageQuery): PaymentQuery {
  const one = (name: string): string | undefined => [query[name]].flat()[0];
  return {
    q: one("q"),
    // A form repeats the name, a link of ours has the values in one.
    status: [query["status"] ?? []].flat().flatMap((value) => value.split(",")),
    reason: one("reason"),
    from: one("from"),
    to: one("to"),
    min: one("min"),
    max: one("max"),
    currency: one("currency"),
    externalId: one("externalId"),
    bank: one("bank"),
  };
}

/** The id that a page of the list begins before. Whatever is no id asks for the first page. */
export function cursorOf(query: PageQuery): string | undefined {
  return readId("txn", [query["before"]].flat()[0]);
}

/** The same question for the query of a link. */
export function linkQueryOf(asked: PaymentQuery): Record<string, string | undefined> {
  return { ...asked, status: asked.status?.join(",") };
}

/** The query of a request, as pages get it. */
export function pageQueryOf({ url }: Request): PageQuery {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
  );
}
