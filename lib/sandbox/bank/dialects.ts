import type { Context } from "hono";
import { DIALECT_HEADER, DIALECTS, type Dialect } from "#lib/banks/sandbox/dialects.ts";
import type { SandboxStatus } from "./payment.ts";
import { TppError } from "./tpp-messages.ts";

/** `undefined`: as most banks. */
export function dialectOf(context: Context): Dialect | undefined {
  const given = context.req.header(DIALECT_HEADER);
  return DIALECTS.find((dialect) => dialect === given);
}

type Links = Record<string, { href: string }>;
type Initiated = { transactionStatus: string; paymentId: string; _links: Links };

/** The answer to an order, and its approach to the approval. */
export function toInitiated(body: Initiated, dialect: Dialect | undefined) {
  const { scaRedirect, ...links } = body._links;
  switch (dialect) {
    case "links_as_text":
      return { approach: "REDIRECT", body: { ...body, _links: asText(body._links) } };
    case "decoupled": {
      const psuMessage = `Approve this payment in your bank's app. In this sandbox, open ${scaRedirect?.href}`;
      return { approach: "DECOUPLED", body: { ...body, psuMessage, _links: links } };
    }
    case "embedded": {
      const updatePsuAuthentication = links["scaStatus"];
      const own = { ...links, ...(updatePsuAuthentication && { updatePsuAuthentication }) };
      return { approach: "EMBEDDED", body: { ...body, _links: own } };
    }
    default:
      return { approach: "REDIRECT", body };
  }
}

const asText = (links: Links) =>
  Object.fromEntries(Object.entries(links).map(([name, { href }]) => [name, href]));

/** @throws TppError where this bank needs more of the payer */
export function requirePayer(
  dialect: Dialect | undefined,
  { debtorIban, payerId }: { debtorIban: string | null; payerId: string | undefined },
): void {
  if (dialect !== "asks_payer") return;
  if (debtorIban === null) throw new TppError("FORMAT_ERROR", "Name the debtor", "debtorAccount");
  if (!payerId) throw new TppError("FORMAT_ERROR", "Name the payer", "PSU-ID");
}

/** An embedded approval can't be withdrawn: only its time ends it. */
export const refusesCancellation = (dialect: Dialect | undefined): boolean =>
  dialect === "embedded";

export const hasStatusResource = (dialect: Dialect | undefined): boolean =>
  dialect !== "accepted_is_final";

type Shown = { transactionStatus: string; endToEndIdentification?: string };

/** A payment as this bank shows it. */
export function toShown<T extends Shown>(payment: T, dialect: Dialect | undefined): T {
  if (dialect === "no_end_to_end_id") {
    const { endToEndIdentification: _, ...rest } = payment;
    return rest as T;
  }
  const isLast = payment.transactionStatus === ("ACSC" satisfies SandboxStatus);
  if (dialect !== "accepted_is_final" || !isLast) return payment;
  return { ...payment, transactionStatus: "ACCP" };
}
