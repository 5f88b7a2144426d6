import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { checkoutPath } from "#components/checkout/links.ts";
import { shownBrowserIds } from "#lib/next/payer/device-lock.ts";
import { loadOrder } from "#lib/next/request/loaded-order.ts";
import { requestText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { ReceiptPage } from "../receipt-page.tsx";

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

const tokenSchema = z.string().max(128);

const find = cache(async (reference: unknown, shared: unknown) => {
  const { receipts } = await getServices();
  const token = tokenSchema.safeParse(shared);
  if (token.success) return receipts.shared(token.data);
  const named = tokenSchema.safeParse(reference);
  const order = named.success ? await loadOrder("web", named.data) : undefined;
  return order && receipts.own(order, await shownBrowserIds());
});

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { reference, shared } = await searchParams;
  const [receipt, text] = await Promise.all([find(reference, shared), requestText()]);
  if (!receipt) return {};
  const { name: payee } = receipt.view.payee;
  return { title: text.format(text.messages.receipt.tab, { payee }) };
}

/** For holders of the reference or of a shared token. */
export default async function Page({ searchParams }: Props) {
  const { reference, shared } = await searchParams;
  const [receipt, text] = await Promise.all([find(reference, shared), requestText()]);
  // The checkout explains unpaid and unknown payments.
  const isNamed = shared === undefined && typeof reference === "string";
  if (!receipt) redirect(checkoutPath(isNamed ? reference : "", text.linkQuery));
  const backPath = isNamed ? checkoutPath(reference, text.linkQuery) : undefined;
  return <ReceiptPage receipt={receipt} text={text} backPath={backPath} />;
}
