import { isRefusedScheme } from "#lib/merchants/app-links/refused-schemes.ts";
import type { Outcome } from "#lib/payments/model/status.ts";

/** Status passed to the app: a hint, only the webhook is proof. */
export type AppOutcome = {
  status: Outcome | "cancelled" | "processing";
  transactionId: string;
  externalId: string | null;
};

const MAX_LENGTH = 512;

// Stricter than RFC 3986, so that no two parsers disagree.
const FORM = /^([a-z][a-z0-9+.-]{1,39})(?::([A-Za-z0-9._~/-]*(?:\?[A-Za-z0-9._~/=&-]*)?))?$/;

/** A bare scheme (`myapp`) or an address under it, not of the web or the system. */
export function parseAppReturnUrl(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, scheme, rest] = FORM.exec(text) ?? [];
  if (scheme === undefined || isRefusedScheme(scheme)) return undefined;
  return rest ? `${scheme}:${rest}` : `${scheme}://`;
}

export function unregisteredScheme(url: string, registered: readonly string[]): string | undefined {
  const scheme = url.slice(0, url.indexOf(":"));
  return registered.includes(scheme) ? undefined : scheme;
}

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
