import { ownScheme, schemeOf } from "./url-scheme.ts";

/** What the app was told; `unknown` says that only the merchant's server can find out. */
export type OutcomeStatus = "succeeded" | "failed" | "cancelled" | "unknown";

/** What a returning address says about a payment. */
export type Outcome = { status: OutcomeStatus; transactionId?: string; externalId?: string };

const MAX_LENGTH = 2_048;
const TRANSACTION_ID = /^[\w-]{1,64}$/;
const MAX_EXTERNAL_ID_LENGTH = 128;
const UNKNOWN: Outcome = { status: "unknown" };

/**
 * Reads the address an app was called back with. It is a hint for the screen and no proof: any app or page can call the
 * same scheme. Goods go out after the webhook, or after the merchant's server has asked. Whatever is odd is `unknown`.
 */
export function parseOutcome(address: string | undefined, urlScheme: string): Outcome {
  if (!address || address.length > MAX_LENGTH || schemeOf(address) !== ownScheme(urlScheme)) {
    return UNKNOWN;
  }
  const values = readQuery(address);
  const status = values?.get("status");
  const transactionId = values?.get("transactionId");
  const externalId = values?.get("externalId");
  if (!isHint(status)) return UNKNOWN;
  if (transactionId !== undefined && !TRANSACTION_ID.test(transactionId)) return UNKNOWN;
  if (externalId !== undefined && !isPrintable(externalId)) return UNKNOWN;
  return {
    status,
    ...(transactionId !== undefined && { transactionId }),
    ...(externalId !== undefined && { externalId }),
  };
}

/** Tells whether `address` calls back about this transaction: its scheme is the app's, and no other transaction's id is in it. */
export function isReturnOf(
  address: string,
  {
    urlScheme,
    transactionId,
  }: { urlScheme?: string | undefined; transactionId?: string | undefined },
): boolean {
  if (urlScheme === undefined || schemeOf(address) !== ownScheme(urlScheme)) return false;
  const told = parseOutcome(address, urlScheme).transactionId;
  return told === undefined || transactionId === undefined || told === transactionId;
}

function isHint(status: string | undefined): status is "succeeded" | "failed" | "cancelled" {
  return status === "succeeded" || status === "failed" || status === "cancelled";
}

/** The parameters by name; `undefined` if one can't be decoded or one of ours is there twice. */
function readQuery(address: string): Map<string, string> | undefined {
  const [withoutFragment = ""] = address.split("#");
  const start = withoutFragment.indexOf("?");
  const values = new Map<string, string>();
  if (start === -1) return values;
  for (const pair of withoutFragment.slice(start + 1).split("&")) {
    const [name, value] = decodePair(pair);
    if (name === undefined || value === undefined || values.has(name)) return undefined;
    values.set(name, value);
  }
  return values;
}

// React Native's URLSearchParams is not complete on every version.
function decodePair(pair: string): (string | undefined)[] {
  const end = pair.indexOf("=");
  const parts = end === -1 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)];
  return parts.map((part) => {
    try {
      return decodeURIComponent(part.replace(/\+/g, " "));
    } catch {
      return undefined;
    }
  });
}

function isPrintable(text: string): boolean {
  return text.length > 0 && text.length <= MAX_EXTERNAL_ID_LENGTH && !/\p{C}/u.test(text);
}
