import { isExternalId } from "./external-id.ts";
import { ownScheme, schemeOf } from "./url-scheme.ts";

const STATUSES = ["succeeded", "failed", "cancelled", "processing"] as const;

/**
 * Likely status of a payment. `processing`: the bank has the order and has not decided yet. `unknown`: only the merchant's
 * server can find out.
 */
export type OutcomeStatus = (typeof STATUSES)[number] | "unknown";

/** Content of a return address. */
export type Outcome = { status: OutcomeStatus; transactionId?: string; externalId?: string };

const MAX_LENGTH = 2_048;
const TRANSACTION_ID = /^[\w-]{1,64}$/;
const UNKNOWN: Outcome = { status: "unknown" };

/**
 * Reads the address that the app was opened with. It is a hint for the screen, not a proof: any app or page can call the
 * scheme. Ship goods only after the webhook, or after your server has read the transaction. Returns `unknown` for malformed
 * addresses.
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

/** The service always names the transaction. Without `transactionId`, any transaction matches. */
export function isReturnOf(
  address: string,
  {
    urlScheme,
    transactionId,
  }: { urlScheme?: string | undefined; transactionId?: string | undefined },
): boolean {
  if (urlScheme === undefined || schemeOf(address) !== ownScheme(urlScheme)) return false;
  const returned = parseOutcome(address, urlScheme).transactionId;
  return returned !== undefined && (transactionId === undefined || returned === transactionId);
}

function statusOf(told: string | undefined): OutcomeStatus | undefined {
  return STATUSES.find((status) => status === told);
}

/** `undefined` if a parameter can't be decoded or is repeated. */
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

// Some React Native versions have an incomplete URLSearchParams.
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
