import type { Metadata } from "next";
import { CheckoutShell } from "#components/checkout/checkout-shell.tsx";
import { BankScreen } from "#components/payer/bank-screen.tsx";
import { problemText } from "#lib/next/problem.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";
import { noteStep, type OrderParams, payableOrder, type Query } from "../load-order.ts";

type Props = { params: OrderParams; searchParams: Promise<Query> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.payer.bank.tab };
}

/** Second step: at which bank the payer has the account. */
export default async function BankPage({ params, searchParams }: Props) {
  const { view, text } = await payableOrder(params);
  await noteStep(view.reference, "choosing");
  const { authorisations } = await getServices();
  const banks = await authorisations.banks(view.reference);
  const { problem } = await searchParams;
  return (
    <CheckoutShell view={view} text={text} problem={problemText(problem, text)}>
      <BankScreen view={view} text={text} banks={banks} />
    </CheckoutShell>
  );
}
