import { isExternalId } from "./external-id.ts";
import { ownScheme, schemeOf } from "./url-scheme.ts";

const STATUSES = ["succeeded", "failed", "cancelled", "processing"] as const;

/**
 * How a payment seems to stand. `processing`: the bank has the order and has not decided yet. `unknown`: only the
 * merchant's server can find out.
 */
export type OutcomeStatus = (typeof STATUSES)[number] | "unknown";

/** What a returning address says about a payment. */
export type Outcome = { status: OutcomeStatus; transactionId?: string; externalId?: string };

const MAX_LENGTH = 2_048;
const TRANSACTION_ID = /^[\w-]{1,64}$/;
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
  const status = statusOf(values?.get("status"));
  const transactionId = values?.get("transactionId");
  const externalId = values?.get("externalId");
  if (status === undefined) return UNKNOWN;
  if (transactionId !== undefined && !TRANSACTION_ID.test(transactionId)) return UNKNOWN;
  if (externalId !== undefined && !isExternalId(externalId)) return UNKNOWN;
  return {
    status,
    ...(transactionId !== undefined && { transactionId }),
    ...(externalId !== undefined && { externalId }),
  };
}

/**
 * Tells whether `address` calls back about this transaction: its scheme is the app's, and it tells its id, as the service
 * always does. Without a known `transactionId` any told one will do.
 */
export function isReturnOf(
  address: string,
  {
    urlScheme,
    transactionId,
  }: { urlScheme?: string | undefined; transactionId?: string | undefined },
): boolean {
  if (urlScheme === undefined || schemeOf(address) !== ownScheme(urlScheme)) return false;
  const told = parseOutcome(address, urlScheme).transactionId;
  return told !== undefined && (transactionId === undefined || told === transactionId);
}

function statusOf(told: string | undefined): OutcomeStatus | undefined {
  return STATUSES.find((status) => status === told);
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
