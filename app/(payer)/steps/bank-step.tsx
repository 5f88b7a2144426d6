import type { Metadata } from "next";
import { eventsPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { AccountScreen } from "#components/payer/account-screen.tsx";
import { BankScreen } from "#components/payer/bank-screen.tsx";
import { problemText } from "#lib/next/actions/problem.ts";
import { requestText } from "#lib/next/request/text.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { operatorOf } from "#lib/platform/configuration/operator.ts";
import { getServices } from "#lib/services/index.ts";
import { BrandedShell, loadLook } from "../../checkout/branded-shell.tsx";
import { startPaymentAction } from "./actions.ts";
import { addPasskeyAction } from "./passkey-actions.ts";
import { passkeyToCreate } from "./passkeys.ts";
import { forgetDeviceAction, rememberDeviceAction } from "./verify-actions.ts";
import {
  noteStep,
  openVerified,
  type Payer,
  type Query,
  type StepProps,
  schemeNotice,
  type Visit,
} from "./visit.ts";

export async function bankMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.payer.bank.tab };
}

export async function BankStep(props: StepProps) {
  const { payer, ...visit } = await openVerified(props);
  return <BankChoice visit={visit} payer={payer} query={await props.searchParams} />;
}

type Props = { visit: Visit; payer: Payer; query: Query; hasCode?: boolean };

export async function BankChoice({ visit, payer, query, hasCode = false }: Props) {
  const { view, text, transaction } = visit;
  await noteStep(transaction, "choosing");
  const { attempts } = await getServices();
  const [banks] = await Promise.all([attempts.banks(view.reference), loadLook(view.accountId)]);
  const options = await passkeyToCreate(visit, payer);
  const { problem, q } = query;
  const asking = banks.find(({ id, isPaused }) => id === query["account"] && !isPaused);
  const needs = asking ? attempts.neededAt(transaction, asking.id) : [];
  if (asking && needs.length > 0) {
    const wrong = needs.filter((need) => `${query["wrong"] ?? ""}`.split(".").includes(need));
    return (
      <BrandedShell view={view} text={text} notice={schemeNotice(visit)}>
        <AccountScreen
          view={view}
          text={text}
          bank={asking}
          needs={needs}
          wrong={wrong}
          operator={operatorOf(loadEnv())}
          start={startPaymentAction}
        />
        <LiveStatus address={eventsPath(view)} version={view.version} untilUnpayable />
      </BrandedShell>
    );
  }
  return (
    <BrandedShell
      view={view}
      text={text}
      problem={problemText(problem, text)}
      notice={schemeNotice(visit)}
    >
      <BankScreen
        view={view}
        text={text}
        banks={banks}
        search={typeof q === "string" ? q : ""}
        payer={payer}
        hasCode={hasCode}
        operator={operatorOf(loadEnv())}
        start={startPaymentAction}
        remember={rememberDeviceAction}
        forget={forgetDeviceAction}
        passkey={options && { options, action: addPasskeyAction }}
      />
      <LiveStatus address={eventsPath(view)} version={view.version} untilUnpayable />
    </BrandedShell>
  );
}
