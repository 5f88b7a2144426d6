import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { eventsPath, payPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { ReviewScreen } from "#components/payer/review-screen.tsx";
import { problemText } from "#lib/next/problem.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services/index.ts";
import { BrandedShell } from "../../(checkout)/branded-shell.tsx";
import { startPaymentAction } from "./actions.ts";
import { noteStep, openVerified, type StepProps } from "./visit.ts";

export async function reviewMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.payer.review.tab };
}

export async function ReviewStep(props: StepProps) {
  const { view, text, transaction } = await openVerified(props);
  const { bank: bankId, problem } = await props.searchParams;
  const { attempts } = await getServices();
  const banks = await attempts.banks(view.reference);
  const bank = banks.find(({ id }) => id === bankId);
  if (!bank) redirect(payPath(view, "/bank", text.linkQuery));
  await noteStep(transaction, "reviewing");
  return (
    <BrandedShell view={view} text={text} problem={problemText(problem, text)}>
      <ReviewScreen view={view} text={text} bank={bank} action={startPaymentAction} />
      <LiveStatus address={eventsPath(view)} version={view.version} untilUnpayable />
    </BrandedShell>
  );
}
