import type { Metadata } from "next";
import { eventsPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { BankScreen } from "#components/payer/bank-screen.tsx";
import { problemText } from "#lib/next/problem.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services/index.ts";
import { BrandedShell } from "../../(checkout)/branded-shell.tsx";
import { forgetDeviceAction } from "./verify-actions.ts";
import { noteStep, openVerified, type StepProps } from "./visit.ts";

export async function bankMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.payer.bank.tab };
}

export async function BankStep(props: StepProps) {
  const { view, text, payer, transaction } = await openVerified(props);
  await noteStep(transaction, "choosing");
  const { attempts } = await getServices();
  const banks = await attempts.banks(view.reference);
  const { problem, q } = await props.searchParams;
  return (
    <BrandedShell view={view} text={text} problem={problemText(problem, text)}>
      <BankScreen
        view={view}
        text={text}
        banks={banks}
        search={typeof q === "string" ? q : ""}
        lastBankId={payer.lastBankId}
        maskedEmail={payer.maskedEmail}
        isRemembered={payer.isRemembered}
        forget={forgetDeviceAction}
      />
      <LiveStatus address={eventsPath(view)} version={view.version} untilUnpayable />
    </BrandedShell>
  );
}
