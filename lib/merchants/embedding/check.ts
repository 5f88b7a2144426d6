import { parseOrigin } from "#lib/merchants/accounts/origin.ts";

/** `unknown` also covers payments of another flow. */
export type AskedPayment = "not-asked" | "unknown" | { isFinished: boolean; ancestors: string[] };

/** Untrusted input. */
export type Case = { origin: string; payment: AskedPayment };

export type FindingCode =
  | "noReference"
  | "unknownReference"
  | "finished"
  | "payable"
  | "noOrigin"
  | "badOrigin"
  | "registered"
  | "unregistered"
  | "mixed"
  | "mixedLoopback"
  | "plainPage"
  | "cookies";

export type Finding = {
  code: FindingCode;
  level: "good" | "bad" | "note";
  values: Record<string, string>;
  copy?: string;
};

export function diagnose(asked: Case, checkoutUrl: string): Finding[] {
  const page = originOf(asked.origin);
  return [
    ...findPayment(asked.payment),
    ...findOrigin(asked, page),
    ...findMixed(page, new URL(checkoutUrl)),
    good("cookies"),
  ];
}

export function originOf(text: string): string | undefined {
  const typed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (typed === "" || !URL.canParse(address)) return undefined;
  return parseOrigin(new URL(address).origin);
}

function findPayment(payment: AskedPayment): Finding[] {
  if (payment === "not-asked") return [note("noReference")];
  if (payment === "unknown") return [bad("unknownReference")];
  return [payment.isFinished ? note("finished") : good("payable")];
}

function findOrigin({ origin, payment }: Case, page: string | undefined): Finding[] {
  if (page === undefined) return [origin.trim() === "" ? note("noOrigin") : bad("badOrigin")];
  // Never reveals the account's other sites.
  if (typeof payment === "string") return [];
  if (payment.ancestors.includes(page)) return [good("registered", { origin: page })];
  return [{ ...bad("unregistered", { origin: page }), copy: page }];
}

function findMixed(page: string | undefined, checkout: URL): Finding[] {
  if (page === undefined) return [];
  const [isPlainPage, isPlainCheckout] = [page, checkout.protocol].map((url) =>
    url.startsWith("http:"),
  );
  const values = { origin: page, checkout: checkout.origin };
  if (isPlainPage) return isPlainCheckout ? [] : [note("plainPage", values)];
  if (!isPlainCheckout) return [];
  // Not all browsers treat loopback addresses as secure.
  return [isLoopback(checkout.hostname) ? note("mixedLoopback", values) : bad("mixed", values)];
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^(127\.|\[::1\])/.test(host);
}

function good(code: FindingCode, values: Record<string, string> = {}): Finding {
  return { code, level: "good", values };
}

function bad(code: FindingCode, values: Record<string, string> = {}): Finding {
  return { code, level: "bad", values };
}

function note(code: FindingCode, values: Record<string, string> = {}): Finding {
  return { code, level: "note", values };
}
