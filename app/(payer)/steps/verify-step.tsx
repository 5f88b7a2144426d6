import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { eventsPath, mailboxPath, payPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { CodeScreen } from "#components/payer/code-screen.tsx";
import { EmailScreen } from "#components/payer/email-screen.tsx";
import { readPaymentCookie } from "#lib/next/payer-session.ts";
import { problemText } from "#lib/next/problem.ts";
import { requestText } from "#lib/next/text.ts";
import type { Mode } from "#lib/platform/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { BrandedShell } from "../../(checkout)/branded-shell.tsx";
import { checkCodeAction, resendCodeAction, sendCodeAction } from "./verify-actions.ts";
import { findSession, noteStep, openHeld, readPayer, type StepProps } from "./visit.ts";

export async function verifyMetadata({ flow, params, searchParams }: StepProps): Promise<Metadata> {
  const { payer } = (await requestText()).messages;
  const session = await findSession(flow, (await params).reference);
  const wantsAnother = (await searchParams)["another"] !== undefined;
  return { title: session?.pendingCode && !wantsAnother ? payer.code.tab : payer.email.tab };
}

export async function VerifyStep(props: StepProps) {
  const visit = await openHeld(props);
  const { view, text, session, transaction } = visit;
  if ((await readPayer(visit)).isVerified) redirect(payPath(view, "/bank", text.linkQuery));
  await noteStep(transaction, "opened");
  const { problem, another, sent } = await props.searchParams;
  const pendingCode = session?.pendingCode ?? undefined;
  const isCode = pendingCode !== undefined && another === undefined;
  const fieldProblem = isCode ? ["code_wrong", "invalid_request"] : ["invalid_request"];
  const isInField = typeof problem === "string" && fieldProblem.includes(problem);
  // A field that fails twice needs its message and the focus again.
  const refusal = isInField ? randomUUID() : undefined;
  const typed = (await readPaymentCookie(view.transactionId, view.flow)).typed ?? session?.email;
  return (
    <BrandedShell
      view={view}
      text={text}
      problem={isInField ? undefined : problemText(problem, text)}
    >
      {isCode ? (
        <CodeScreen
          view={view}
          text={text}
          pendingCode={pendingCode}
          resendInMs={await untilMs(pendingCode.resendAt)}
          refusal={refusal}
          isResent={sent !== undefined && problem === undefined}
          mailbox={(await hasMailbox(view.mode)) ? mailboxPath(typed ?? undefined) : undefined}
          actions={{ check: checkCodeAction, resend: resendCodeAction }}
        />
      ) : (
        <EmailScreen
          view={view}
          text={text}
          email={typed ?? undefined}
          refusal={refusal}
          hasCode={pendingCode !== undefined}
          action={sendCodeAction}
        />
      )}
      <FocusHeading screen={isCode ? "code" : "email"} />
      <LiveStatus address={eventsPath(view)} version={view.version} untilUnpayable />
    </BrandedShell>
  );
}

async function untilMs(at: Date): Promise<number> {
  const { clock } = await getServices();
  return Math.max(0, at.getTime() - clock.now().getTime());
}

/** Mail goes to the demo's mailbox. */
async function hasMailbox(mode: Mode): Promise<boolean> {
  const { env, sandboxEnabled } = await getServices();
  return mode === "test" && env.SMTP_URL === undefined && (await sandboxEnabled());
}
