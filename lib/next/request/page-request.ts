import { randomBytes } from "node:crypto";
import { parseOrigin } from "#lib/merchants/accounts/origin.ts";
import { referenceOf } from "#lib/merchants/embedding/reference.ts";
import { type AppError, isAppError } from "#lib/platform/failures/errors.ts";
import { askedLocale } from "#lib/platform/i18n/locale.ts";
import { tooManyRequests } from "./guesses.ts";
import {
  BRAND_PAGE,
  BRAND_PREVIEW,
  EMBED_PROBE,
  isUnder,
  type PageRequest,
} from "./security-headers.ts";

/** `admitPage` sets these headers for layouts, which can't see the URL. */
export const ASKED_LANGUAGE_HEADER = "x-bankside-lang";

/** The language that the shop asked for with the order. */
export const ORDER_LANGUAGE_HEADER = "x-bankside-order-lang";

export const KEPT_QUERY_HEADER = "x-bankside-kept-query";

/** Lists the languages, and stops refreshes of a page without scripts. */
export const LANGUAGES_PARAMETER = "languages";

export const LANGUAGES_HEADER = "x-bankside-languages";

export const MERCHANT_PAGE_HEADER = "x-bankside-merchant-page";

/** Selects the text of the plain page: `checkout`, `payer`, `link`, `frame` or `outage`. */
export const UNKNOWN_PAYMENT_HEADER = "x-bankside-unknown-payment";

export const NONCE_HEADER = "x-bankside-nonce";

/** The request's browser ids, separated by spaces. */
export const BROWSER_ID_HEADER = "x-bankside-browser-id";

export const NEW_BROWSER_ID_HEADER = "x-bankside-new-browser-id";

export type Framing = { accountId: string; ancestors: string[]; locale: string | null };

export type Asking = {
  findFraming(reference: string): Promise<Framing | undefined>;
  /** Whether there is a payment link with this token. */
  findLink(token: string): Promise<true | undefined>;
  countCheck(): Promise<void>;
};

export type Address = PageRequest & {
  unknownPayment: "checkout" | "payer" | "link" | undefined;
  shown: { accountId: string; reference: string } | undefined;
  /** Empty without one. */
  orderLocale: string;
  refused: AppError | undefined;
};

const FRAMED_BY: Record<string, "own" | "any"> = { [BRAND_PREVIEW]: "own", [EMBED_PROBE]: "any" };

export async function readAddress(
  url: { pathname: string; searchParams: URLSearchParams },
  asking: Asking,
): Promise<Address> {
  const { pathname: path, searchParams } = url;
  const payment = paymentOf(path, searchParams);
  const found = await lookUp(url, payment, asking);
  const refused = isAppError(found) ? found : undefined;
  const isKnown = found !== "unknown" && !isAppError(found);
  const framing = payment?.in === "checkout" && isKnown ? found : undefined;
  const order = payment?.in !== "check" && isKnown ? found : undefined;
  return {
    path,
    hasForm: holdsForm(path),
    nonce: randomBytes(16).toString("base64"),
    frameAncestors: FRAMED_BY[path] ?? framing?.ancestors ?? [],
    unknownPayment: found === "unknown" && payment?.in !== "check" ? payment?.in : undefined,
    orderLocale: order?.locale ?? "",
    shown: payment && framing && { accountId: framing.accountId, reference: payment.reference },
    refused,
  };
}

/** `undefined` unless the headers refuse the frame and the embedding page is known. */
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

/** If no site may frame it, the response must not show the order. Otherwise only the browser can decide. */
export function isNeverFramed(
  { shown, frameAncestors }: Pick<Address, "shown" | "frameAncestors">,
  headers: Pick<Headers, "get">,
): boolean {
  return isFramed(headers) && shown !== undefined && frameAncestors.length === 0;
}

function isFramed(headers: Pick<Headers, "get">): boolean {
  return ["iframe", "frame"].includes(headers.get("sec-fetch-dest") ?? "");
}

// Not for /secure itself: its URL carries secrets and never becomes a referrer.
function holdsForm(path: string): boolean {
  return (
    isUnder(path, "/checkout") ||
    isUnder(path, "/pay") ||
    isUnder(path, "/refund") ||
    isUnder(path, LINK) ||
    isUnder(path, "/sandbox") ||
    isUnder(path, "/console") ||
    path.startsWith("/secure/")
  );
}

// Its page checks the token, and no site may frame it.
const RECEIPT = "/checkout/receipt";
const CHECK = "/embed-check";
const LINK = "/l";

// Under /secure a reference is no capability: those pages check the session.
function paymentOf(path: string, searchParams: URLSearchParams) {
  if (path === "/checkout" || (path === RECEIPT && !searchParams.has("shared"))) {
    const [reference = "", ...more] = searchParams.getAll("reference");
    return { in: "checkout", reference: more.length === 0 ? reference : "" } as const;
  }
  if (path === CHECK) {
    const reference = referenceOf(searchParams.get("reference") ?? "");
    return reference === "" ? undefined : ({ in: "check", reference } as const);
  }
  const [, folder, reference] = /^\/(pay|l)\/([^/]+)/.exec(path) ?? [];
  if (reference === undefined) return undefined;
  return { in: folder === "pay" ? "payer" : "link", reference } as const;
}

async function lookUp(
  { pathname, searchParams }: { pathname: string; searchParams: URLSearchParams },
  payment: ReturnType<typeof paymentOf>,
  { findFraming, findLink, countCheck }: Asking,
) {
  try {
    if (pathname === CHECK && searchParams.size > 0) await countCheck();
    if (payment === undefined) return undefined;
    const { reference } = payment;
    if (payment.in === "link") return (await findLink(reference)) ? undefined : "unknown";
    return (await findFraming(reference)) ?? "unknown";
  } catch (error) {
    return tooManyRequests(error);
  }
}

// JWTs, tokens and bank codes stay out of new links. The order info (`o`) stays in: every language must detect an altered one.
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
  "externalId",
];

/** Never a value as the client sent it. */
export function queryHeaders(searchParams: URLSearchParams): Record<string, string> {
  return {
    [ASKED_LANGUAGE_HEADER]: askedLocale(searchParams.get("lang") ?? "", true) ?? "",
    [KEPT_QUERY_HEADER]: keptQuery(searchParams).toString(),
    [LANGUAGES_HEADER]: String(searchParams.has(LANGUAGES_PARAMETER)),
  };
}

export function keptQuery(searchParams: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...searchParams].filter(([name]) => KEPT_NAMES.includes(name)));
}

export const isOperatorPage = (path: string): boolean => isUnder(path, "/console/operator");

const MERCHANT_FOLDERS = ["/console", "/sandbox", "/embed-check"];

export function isMerchantPage(path: string): boolean {
  return path === "/" || MERCHANT_FOLDERS.some((folder) => isUnder(path, folder));
}

/** Outside of a session: nothing of an earlier one may stay in the browser's memory. */
const ACCESS_PAGES = [
  "/console/sign-in",
  "/console/second-step",
  "/console/sign-up",
  "/console/forgot-password",
  "/console/new-password",
  "/console/confirm",
  "/console/invitation",
];

/** Whether Next's router must not show the page inside of another one. The brand page has another policy than the rest. */
export function isLoadedWhole(path: string): boolean {
  return path === BRAND_PAGE || ACCESS_PAGES.some((page) => isUnder(path, page));
}
