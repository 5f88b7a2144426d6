import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CheckoutShell } from "#components/checkout/checkout-shell.tsx";
import { payPath } from "#components/checkout/links.ts";
import { ReviewScreen } from "#components/payer/review-screen.tsx";
import { problemText } from "#lib/next/problem.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";
import { startPaymentAction } from "../actions.ts";
import { noteStep, type OrderParams, payableOrder, type Query } from "../load-order.ts";

type Props = { params: OrderParams; searchParams: Promise<Query> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.payer.review.tab };
}

/** Third step: what the payer is about to approve. */
export default async function ReviewPage({ params, searchParams }: Props) {
  const { view, text } = await payableOrder(params);
  const { bank: bankId, problem } = await searchParams;
  const { authorisations } = await getServices();
  const banks = await authorisations.banks(view.reference);
  const bank = banks.find(({ id }) => id === bankId);
  if (!bank) redirect(payPath(view.reference, "/bank", text.linkQuery));
  await noteStep(view.reference, "reviewing");
  return (
    <CheckoutShell view={view} text={text} problem={problemText(problem, text)}>
      <ReviewScreen view={view} text={text} bank={bank} action={startPaymentAction} />
    </CheckoutShell>
  );
}
