import { isRefusedScheme } from "#lib/merchants/app-links/refused-schemes.ts";

/** How a payment stands when its payer goes back to the app: a hint, for only the webhook is proof. */
export type AppOutcome = {
  status: "succeeded" | "failed" | "cancelled" | "processing";
  transactionId: string;
  externalId: string | null;
};

const MAX_LENGTH = 512;

// Far stricter than RFC 3986: no percent sign, user info, port, fragment or character outside ASCII, so that no two
// parsers can read it differently.
const FORM = /^([a-z][a-z0-9+.-]{1,39})(?::([A-Za-z0-9._~/-]*(?:\?[A-Za-z0-9._~/=&-]*)?))?$/;

/**
 * Reads the address an app wants its payer back at: its bare scheme (`myapp`) or an address under it. `undefined` when
 * it is anything else, when the scheme belongs to the web or the system, or is not among `allowedSchemes` (empty: any).
 */
export function parseAppReturnUrl(
  text: string,
  allowedSchemes: readonly string[],
): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, scheme, rest] = FORM.exec(text) ?? [];
  if (scheme === undefined || isRefusedScheme(scheme)) return undefined;
  if (allowedSchemes.length > 0 && !allowedSchemes.includes(scheme)) return undefined;
  return rest ? `${scheme}:${rest}` : `${scheme}://`;
}

/** Adds the outcome to an address of {@link parseAppReturnUrl}; pairs of the same names are replaced, all others stay. */
export function withOutcome(url: string, outcome: AppOutcome): string {
  const [path = "", query = ""] = url.split("?", 2);
  const { status, transactionId, externalId } = outcome;
  const names = new Set(["status", "transactionId", "externalId"]);
  const kept = query.split("&").filter((pair) => pair !== "" && !names.has(nameOf(pair)));
  const added = Object.entries({ status, transactionId, externalId }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return `${path}?${[...kept, ...added].join("&")}`;
}

function nameOf(pair: string): string {
  return pair.split("=", 1)[0] ?? "";
}
