import { eq, sql } from "drizzle-orm";
import { linkPayments } from "#lib/payments/model/links.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";

export const linkColumns = { paymentLinkId: linkPayments.linkId };

/** For a change that returns: it joins nothing. */
export const linkOfMoved = sql<string | null>`(
  select link_id from link_payments where transaction_id = transactions.id)`;

export const withLink = eq(linkPayments.transactionId, transactions.id);
