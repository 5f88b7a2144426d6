import type { PayFlow } from "#lib/payments/checkout/view.ts";

type Query = Record<string, string | undefined>;

/** Path of the checkout of `reference`. */
export function checkoutPath(reference: string, query: Query = {}): string {
  return `/checkout${queryString({ reference, ...query })}`;
}

export type PayStep = "" | "/verify" | "/bank" | "/review" | "/result" | "/receipt";

/** The payment whose pages a path leads to. */
export type PayPlace = { reference: string; flow: PayFlow };

const FOLDERS = { web: "/pay", direct: "/secure" } as const satisfies Record<PayFlow, string>;

/** Path of a step of the payer: in the payer app, or in an app's webview. */
export function payPath(
  { reference, flow }: PayPlace,
  step: PayStep = "",
  query: Query = {},
): string {
  return `${FOLDERS[flow]}/${encodeURIComponent(reference)}${step}${queryString(query)}`;
}

/** Address of a step of the payer app, for pages that stand elsewhere: its host may be another one. */
export function payAddress(
  { payLink, ...place }: PayPlace & { payLink: string },
  step: PayStep = "",
  query: Query = {},
): string {
  const [base = ""] = payLink.split("?");
  return place.flow === "web" ? `${base}${step}${queryString(query)}` : payPath(place, step, query);
}

/**
 * The order's link for the device the page is open on: in the language that was asked for there. What is scanned or
 * copied holds none.
 */
export function payLinkIn({ payLink }: { payLink: string }, lang: string | undefined): string {
  if (lang === undefined) return payLink;
  return `${payLink}${payLink.includes("?") ? "&" : "?"}${new URLSearchParams({ lang })}`;
}

/** Path of the receipt of a payment that succeeded, for the shop's page; the payer's pages have a step for it. */
export function receiptPath(reference: string, query: Query = {}): string {
  return `/checkout/receipt${queryString({ reference, ...query })}`;
}

/** Path of a receipt for whomever the payer shares it with: they have a language of their own. */
export function sharedReceiptPath(token: string): string {
  return `/checkout/receipt${queryString({ shared: token })}`;
}

/** Address of a payment's live status. */
export function eventsPath({ reference, flow }: PayPlace): string {
  if (flow === "direct") return `${payPath({ reference, flow })}/events`;
  return `/checkout/events${queryString({ reference })}`;
}

/** The same for a page that also follows which browser holds the order. */
export function lockEventsPath({ reference }: Pick<PayPlace, "reference">): string {
  return `/checkout/events${queryString({ reference, claim: "1" })}`;
}

/** Path by which a webview leaves the address it was opened at: for a payment, or for what is wrong with its link. */
export function enterPath(found: { reference: string } | { problem: string }, query: Query = {}) {
  return `/secure/enter${queryString({ ...found, ...query })}`;
}

/** Path of the page that tells a payer to start again in the app, and why. */
export function startAgainPath(problem: string, query: Query = {}): string {
  return `/secure/again${queryString({ problem, ...query })}`;
}

/** Path of the mailbox of the demo, with the mails to `address`. */
export function mailboxPath(address?: string): string {
  return `/sandbox/mail${queryString({ to: address })}`;
}

function queryString(query: Query): string {
  const present = Object.entries(query).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return present.length > 0 ? `?${new URLSearchParams(present)}` : "";
}
