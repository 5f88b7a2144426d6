import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { payPath } from "#components/checkout/links.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";
import { ReceiptPage } from "../../../../(checkout)/receipt-page.tsx";
import { findOrder, openVisit, type PageProps } from "../../../../(payer)/steps/visit.ts";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { reference } = await params;
  const [view, text] = await Promise.all([findOrder("direct", reference), requestText()]);
  return view ? { title: text.say(text.messages.receipt.tab, { payee: view.payee.name }) } : {};
}

/** The receipt of the direct flow, for the browser that holds the payment's session. */
export default async function Page(props: PageProps) {
  const { view, text } = await openVisit({ ...props, flow: "direct" });
  const { receipts } = await getServices();
  const receipt = await receipts.own(view.reference, "direct");
  const backPath = payPath(view, "/result", text.linkQuery);
  if (!receipt) redirect(backPath);
  return <ReceiptPage receipt={receipt} text={text} backPath={backPath} />;
}
