import type { Mode } from "#lib/platform/configuration/mode.ts";

/** `once`: one payment, such as an invoice. `reusable`: each visitor pays, such as a till code. */
export const LINK_USAGES = ["once", "reusable"] as const;
export type LinkUsage = (typeof LINK_USAGES)[number];

/** `paid`: it takes no further payment. */
export const LINK_STATUSES = ["active", "paid", "expired", "stopped"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** Amounts in minor units of `currency`. */
export type PaymentLink = {
  id: string;
  accountId: string;
  mode: Mode;
  /** Of its address. */
  token: string;
  usage: LinkUsage;
  /** `null`: the payer enters it, from `minAmount` to `maxAmount`. */
  amount: number | null;
  minAmount: number | null;
  maxAmount: number | null;
  currency: string;
  description: string | null;
  /** The merchant's number of the order. Payments of a reusable link add to it. */
  externalId: string | null;
  /** `null`: any number. */
  maxPayments: number | null;
  expiresAt: Date | null;
  stoppedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  paidCount: number;
  lastPaidAt: Date | null;
  url: string;
  status: LinkStatus;
};

type LinkState = Pick<
  PaymentLink,
  "usage" | "maxPayments" | "expiresAt" | "stoppedAt" | "paidCount"
>;

/** How many payments it takes in all. `null`: any number. */
export function placesOf({ usage, maxPayments }: Pick<LinkState, "usage" | "maxPayments">) {
  return usage === "once" ? 1 : maxPayments;
}

export function linkStatusOf(link: LinkState, now: Date): LinkStatus {
  const places = placesOf(link);
  if (places !== null && link.paidCount >= places) return "paid";
  if (link.stoppedAt !== null) return "stopped";
  return link.expiresAt !== null && link.expiresAt <= now ? "expired" : "active";
}

/** Of a transaction. `null` without a link. */
export type StoredLink = { paymentLinkId: string | null };
