import type { PaymentQuery } from "#lib/console/payment-history/filter.ts";
import { readId } from "#lib/platform/ids.ts";
import type { PageQuery } from "../mode.ts";

export function paymentQueryOf(query: PageQuery): PaymentQuery {
  const one = (name: string): string | undefined => [query[name]].flat()[0];
  return {
    q: one("q"),
    // A form repeats the name. Our links join the values with commas.
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

/** The id that the page of the list starts before. An invalid id returns the first page. */
export function cursorOf(query: PageQuery): string | undefined {
  return readId("txn", [query["before"]].flat()[0]);
}

export function linkQueryOf(asked: PaymentQuery): Record<string, string | undefined> {
  return { ...asked, status: asked.status?.join(",") };
}

export function pageQueryOf({ url }: Request): PageQuery {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
  );
}
