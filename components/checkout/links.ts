type Query = Record<string, string | undefined>;

/** Path of the checkout of `reference`. */
export function checkoutPath(reference: string, query: Query = {}): string {
  return `/checkout${queryString({ reference, ...query })}`;
}

export type PayStep = "" | "/bank" | "/review" | "/result";

/** Path of a step of the payer app. */
export function payPath(reference: string, step: PayStep = "", query: Query = {}): string {
  return `/pay/${encodeURIComponent(reference)}${step}${queryString(query)}`;
}

function queryString(query: Query): string {
  const present = Object.entries(query).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return present.length > 0 ? `?${new URLSearchParams(present)}` : "";
}
