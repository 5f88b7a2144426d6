import { randomBytes } from "node:crypto";
import { parseOrigin } from "#lib/merchants/accounts/origin.ts";
import { referenceOf } from "#lib/merchants/embedding/check.ts";
import { AppError } from "#lib/platform/errors.ts";
import { askedLocale } from "#lib/platform/i18n/locale.ts";
import { tooManyRequests } from "./guesses.ts";
import { BRAND_PREVIEW, EMBED_PROBE, isUnder, type PageRequest } from "./security-headers.ts";

/** Request header by which the proxy passes the locale that `?lang=` asks for to layouts, which can't see the address. */
export const ASKED_LANGUAGE_HEADER = "x-bankside-lang";

/** Request header by which the proxy hands on what of an address is to stay when only its language changes. */
export const KEPT_QUERY_HEADER = "x-bankside-kept-query";

/** Parameter of a page that lists the languages and stays as it is until one is chosen, for readers without scripts. */
export const LANGUAGES_PARAMETER = "languages";

/** Request header by which the proxy tells pages that their languages are to be listed. */
export const LANGUAGES_HEADER = "x-bankside-languages";

/** Request header by which the proxy tells layouts that a page is for merchants or of the demo. */
export const MERCHANT_PAGE_HEADER = "x-bankside-merchant-page";

/** Request header by which the proxy tells the page for unknown addresses whose words to use: also in an outage. */
export const UNKNOWN_PAYMENT_HEADER = "x-bankside-unknown-payment";

/** Request header by which the proxy tells pages the nonce of their own style sheet. */
export const NONCE_HEADER = "x-bankside-nonce";

/** Request header with the browser ids that the browser sent, separated by spaces. Set by the proxy. */
export const BROWSER_ID_HEADER = "x-bankside-browser-id";

/** Request header with the id that the proxy gives a browser without one. */
export const NEW_BROWSER_ID_HEADER = "x-bankside-new-browser-id";

/** Whose the checkout of a reference is, and the origins that may frame it. */
export type Framing = { accountId: string; ancestors: string[] };

/** What is asked before a page is made; each throws `too_many_requests` for a client that asks too much. */
export type Asking = {
  /** Looks a reference up; `undefined` for an unknown one. */
  findFraming(reference: string): Promise<Framing | undefined>;
  /** Counts one check of an embedding. */
  countCheck(): Promise<void>;
};

/** An address as the proxy sees it: what its headers depend on, and whether it names a payment nobody knows. */
export type Address = PageRequest & {
  unknownPayment: "checkout" | "payer" | undefined;
  /** The payment whose checkout the address shows, and whose it is. */
  shown: { accountId: string; reference: string } | undefined;
  /** Why nothing was looked up, where the client asks too much. */
  refused: AppError | undefined;
};

const FRAMED_BY: Record<string, "own" | "any"> = { [BRAND_PREVIEW]: "own", [EMBED_PROBE]: "any" };

/** Looks an address up. Without a known reference nobody may frame its page. */
export async function readAddress(
  url: { pathname: string; searchParams: URLSearchParams },
  asking: Asking,
): Promise<Address> {
  const { pathname: path, searchParams } = url;
  const payment = paymentOf(path, searchParams);
  const found = await lookUp(url, payment?.reference, asking);
  const refused = found instanceof AppError ? found : undefined;
  const isKnown = found !== "unknown" && !(found instanceof AppError);
  const framing = payment?.in === "checkout" && isKnown ? found : undefined;
  return {
    path,
    hasForm: holdsForm(path),
    nonce: randomBytes(16).toString("base64"),
    frameAncestors: FRAMED_BY[path] ?? framing?.ancestors ?? [],
    unknownPayment: found === "unknown" && payment?.in !== "check" ? payment?.in : undefined,
    shown: payment && framing && { accountId: framing.accountId, reference: payment.reference },
    refused,
  };
}

/**
 * Where a checkout was asked for in a frame that its headers will refuse: of which payment, whose it is, and the origin of
 * the page around it, as far as the browser tells.
 */
export function refusedFrame(
  { shown, frameAncestors }: Pick<Address, "shown" | "frameAncestors">,
  headers: Pick<Headers, "get">,
  ownOrigin: string,
): { accountId: string; reference: string; origin: string } | undefined {
  const referrer = headers.get("referer") ?? "";
  if (!isFramed(headers) || shown === undefined || !URL.canParse(referrer)) return undefined;
  const origin = parseOrigin(new URL(referrer).origin);
  if (!origin || origin === ownOrigin || frameAncestors.includes(origin)) return undefined;
  return { ...shown, origin };
}

/**
 * Tells whether a checkout was asked for in a frame though no site at all may frame it: what is sent then says nothing of
 * the order. Where some site may, only the browser knows whether this is the one.
 */
export function isNeverFramed(
  { shown, frameAncestors }: Pick<Address, "shown" | "frameAncestors">,
  headers: Pick<Headers, "get">,
): boolean {
  return isFramed(headers) && shown !== undefined && frameAncestors.length === 0;
}

function isFramed(headers: Pick<Headers, "get">): boolean {
  return ["iframe", "frame"].includes(headers.get("sec-fetch-dest") ?? "");
}

// The webview's first address carries secrets and is no page: it never tells where one came from.
function holdsForm(path: string): boolean {
  return (
    isUnder(path, "/checkout") ||
    isUnder(path, "/pay") ||
    isUnder(path, "/sandbox") ||
    isUnder(path, "/console") ||
    path.startsWith("/secure/")
  );
}

// A receipt that was shared is named by a token that needs no look-up; its page looks at it, and nobody may frame it.
const RECEIPT = "/checkout/receipt";
const CHECK = "/embed-check";

// Under /secure a reference is no capability: those pages ask for the session themselves.
function paymentOf(path: string, searchParams: URLSearchParams) {
  if (path === "/checkout" || (path === RECEIPT && !searchParams.has("shared"))) {
    const [reference = "", ...more] = searchParams.getAll("reference");
    return { in: "checkout", reference: more.length === 0 ? reference : "" } as const;
  }
  if (path === CHECK) {
    const reference = referenceOf(searchParams.get("reference") ?? "");
    return reference === "" ? undefined : ({ in: "check", reference } as const);
  }
  const [, reference] = /^\/pay\/([^/]+)/.exec(path) ?? [];
  return reference === undefined ? undefined : ({ in: "payer", reference } as const);
}

async function lookUp(
  { pathname, searchParams }: { pathname: string; searchParams: URLSearchParams },
  reference: string | undefined,
  { findFraming, countCheck }: Asking,
) {
  try {
    if (pathname === CHECK && searchParams.size > 0) await countCheck();
    return reference === undefined ? undefined : ((await findFraming(reference)) ?? "unknown");
  } catch (error) {
    // Without a database the page is an error page, and that one needs its headers too.
    return tooManyRequests(error);
  }
}

// What a page shows. JWTs, tokens of webviews and a bank's codes stay out of new links. The signed order stays in: a page
// that found it altered must find that in every language.
const KEPT_NAMES = [
  "reference",
  "shared",
  "o",
  "view",
  "confirm",
  "bank",
  "q",
  "another",
  "moved",
  "already",
  "sent",
  "problem",
];

/** The request headers that pass on what a query asks for, parsed or encoded: never a value as the client sent it. */
export function queryHeaders(searchParams: URLSearchParams): Record<string, string> {
  return {
    [ASKED_LANGUAGE_HEADER]: askedLocale(searchParams.get("lang") ?? "", true) ?? "",
    [KEPT_QUERY_HEADER]: keptQuery(searchParams).toString(),
    [LANGUAGES_HEADER]: String(searchParams.has(LANGUAGES_PARAMETER)),
  };
}

/** The part of a query that says what a page shows; without the language, and without secrets. */
export function keptQuery(searchParams: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...searchParams].filter(([name]) => KEPT_NAMES.includes(name)));
}

const MERCHANT_FOLDERS = ["/console", "/sandbox", "/embed-check"];

/** Tells whether a page is one of merchants or of the demo. All others, also those of nobody, are read by anybody. */
export function isMerchantPage(path: string): boolean {
  return path === "/" || MERCHANT_FOLDERS.some((folder) => isUnder(path, folder));
}
