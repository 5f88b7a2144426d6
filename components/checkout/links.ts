import type { Flow } from "#lib/payments/model/status.ts";

type Query = Record<string, string | undefined>;

export function checkoutPath(reference: string, query: Query = {}): string {
  return `/checkout${queryString({ reference, ...query })}`;
}

export type PayStep = "" | "/verify" | "/bank" | "/result" | "/receipt";

export type PayPlace = { reference: string; flow: Flow };

const FOLDERS = { web: "/pay", direct: "/secure" } as const satisfies Record<Flow, string>;

/** A step in the payer app, or in an app's webview. */
export function payPath(
  { reference, flow }: PayPlace,
  step: PayStep = "",
  query: Query = {},
): string {
  return `${FOLDERS[flow]}/${encodeURIComponent(reference)}${step}${queryString(query)}`;
}

/** Absolute, for pages outside the payer app: its host may differ. */
export function payAddress(
  { orderUrl, ...place }: PayPlace & { orderUrl: string },
  step: PayStep = "",
  query: Query = {},
): string {
  return place.flow === "web"
    ? `${orderUrl}${step}${queryString(query)}`
    : payPath(place, step, query);
}

/**
 * The pay link for the current device, with the language chosen there. `here`: there is no other screen to compare a code with.
 * Links to scan or copy carry neither.
 */
export function payLinkHere({ payLink }: { payLink: string }, lang: string | undefined): string {
  const query = queryString({ here: "1", lang });
  return `${payLink}${payLink.includes("?") ? query.replace("?", "&") : query}`;
}

/** For the checkout. The payer's pages have a step for the receipt. */
export function receiptPath(reference: string, query: Query = {}): string {
  return `/checkout/receipt${queryString({ reference, ...query })}`;
}

/** Carries no language: the recipient has their own. */
export function sharedReceiptPath(token: string): string {
  return `/checkout/receipt${queryString({ shared: token })}`;
}

export function eventsPath({ reference, flow }: PayPlace): string {
  if (flow === "direct") return `${payPath({ reference, flow })}/events`;
  return `/checkout/events${queryString({ reference })}`;
}

/** Also follows the device lock. */
export function lockEventsPath({ reference }: Pick<PayPlace, "reference">): string {
  return `/checkout/events${queryString({ reference, claim: "1" })}`;
}

/** Redirect target after the webview's first address. */
export function enterPath(found: { reference: string } | { problem: string }, query: Query = {}) {
  return `/secure/enter${queryString({ ...found, ...query })}`;
}

export function startAgainPath(problem: string, query: Query = {}): string {
  return `/secure/again${queryString({ problem, ...query })}`;
}

/** Who initiates payments here, and whom to contact. `reference`: of the order in an app's webview, to go back to. */
export function informationPath(query: Query = {}): string {
  return `/information${queryString(query)}`;
}

/** The accessibility statement. */
export function accessibilityPath(query: Query = {}): string {
  return `/accessibility${queryString(query)}`;
}

export function mailboxPath(address?: string): string {
  return `/sandbox/mail${queryString({ to: address })}`;
}

function queryString(query: Query): string {
  const present = Object.entries(query).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return present.length > 0 ? `?${new URLSearchParams(present)}` : "";
}
