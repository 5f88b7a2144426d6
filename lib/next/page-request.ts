import { randomBytes } from "node:crypto";
import { isUnder, type PageRequest } from "./security-headers.ts";

/** Request header by which the proxy hands the `?lang=` of an address to layouts, which can't see it. */
export const ASKED_LANGUAGE_HEADER = "x-bankside-lang";

/** Request header by which the proxy tells the page for unknown addresses whose words to use. */
export const UNKNOWN_PAYMENT_HEADER = "x-bankside-unknown-payment";

/** Origins that may frame the checkout of a reference; `undefined` for an unknown one. */
export type FindFrameAncestors = (reference: string) => Promise<string[] | undefined>;

/** An address as the proxy sees it: what its headers depend on, and whether it names a payment nobody knows. */
export type Address = PageRequest & { unknownPayment: "checkout" | "payer" | undefined };

/** Looks an address up. Without a known reference nobody may frame its page. */
export async function readAddress(
  url: { pathname: string; searchParams: URLSearchParams },
  findFrameAncestors: FindFrameAncestors,
): Promise<Address> {
  const { pathname: path, searchParams } = url;
  const payment = paymentOf(path, searchParams);
  const ancestors = payment && (await lookUp(payment.reference, findFrameAncestors));
  return {
    path,
    hasForm: holdsForm(path) || searchParams.has("confirm"),
    nonce: randomBytes(16).toString("base64"),
    frameAncestors: payment?.in === "checkout" && Array.isArray(ancestors) ? ancestors : [],
    unknownPayment: ancestors === "unknown" ? payment?.in : undefined,
  };
}

// The webview's first address carries secrets and is no page: it never tells where one came from.
function holdsForm(path: string): boolean {
  return (
    isUnder(path, "/pay") ||
    isUnder(path, "/sandbox") ||
    isUnder(path, "/console") ||
    path.startsWith("/secure/")
  );
}

// Under /secure a reference is no capability: those pages ask for the session themselves.
function paymentOf(path: string, searchParams: URLSearchParams) {
  if (path === "/checkout") {
    const [reference = "", ...more] = searchParams.getAll("reference");
    return { in: "checkout", reference: more.length === 0 ? reference : "" } as const;
  }
  const [, reference] = /^\/pay\/([^/]+)/.exec(path) ?? [];
  return reference === undefined ? undefined : ({ in: "payer", reference } as const);
}

async function lookUp(reference: string, find: FindFrameAncestors) {
  try {
    return (await find(reference)) ?? "unknown";
  } catch {
    // Without a database the page is an error page, and that one needs its headers too.
    return undefined;
  }
}
