import { notFound } from "next/navigation";
import type { PaymentLink } from "#lib/payments/model/link.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { digest, readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";

const PAGE_SIZE = 50;

/** Shows the page of unknown addresses if there is no such link. */
export async function findLink(accountId: string, id: string): Promise<PaymentLink> {
  const { links } = await getServices();
  try {
    return await links.find({ accountId, id });
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") notFound();
    throw error;
  }
}

/** Its payments, newest first. `revision` changes with what a page shows of link and payments. */
export async function readPayments(link: PaymentLink, before?: string) {
  const { links, payments } = await getServices();
  const { id: linkId, accountId, mode } = link;
  const owner = { accountId, mode };
  const rows = await links.payments({ ...owner, linkId, before, limit: PAGE_SIZE + 1 });
  const ids = rows.slice(0, PAGE_SIZE).map(({ id }) => id);
  return {
    payments: await payments.listThese(owner, ids),
    next: rows.length > PAGE_SIZE ? ids.at(-1) : undefined,
    revision: revisionOf(link, rows),
  };
}

/** Without their payers. */
export async function readRevision(link: PaymentLink): Promise<string> {
  const { links } = await getServices();
  const { id: linkId, accountId, mode } = link;
  return revisionOf(link, await links.payments({ accountId, mode, linkId, limit: PAGE_SIZE + 1 }));
}

function revisionOf(
  { status, paidCount }: PaymentLink,
  payments: { id: string; status: string }[],
): string {
  return digest(JSON.stringify([status, paidCount, payments.map(({ id, status }) => id + status)]));
}

export const readBefore = (value: unknown) => readId("txn", value);
