import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { payPath } from "#components/checkout/links.ts";
import { shownBrowserIds } from "#lib/next/payer/device-lock.ts";
import { requestText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { ReceiptPage } from "../../checkout/receipt-page.tsx";
import { findOrder, openVisit, type StepProps } from "./visit.ts";

export async function receiptMetadata({ flow, params }: StepProps): Promise<Metadata> {
  const { reference } = await params;
  const [order, text] = await Promise.all([findOrder(flow, reference), requestText()]);
  if (!order) return {};
  return { title: text.format(text.messages.receipt.tab, { payee: order.view.payee.name }) };
}

/** This host knows the browser, so the one that paid sees the bank. */
export async function ReceiptStep(props: StepProps) {
  const { text, ...order } = await openVisit(props);
  const { view } = order;
  const { receipts } = await getServices();
  const receipt = await receipts.own(order, await shownBrowserIds());
  const backPath = payPath(view, "/result", text.linkQuery);
  if (!receipt) redirect(backPath);
  return <ReceiptPage receipt={receipt} text={text} backPath={backPath} />;
}
