import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { eventsPath, mailboxPath, payPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { CodeScreen } from "#components/payer/code-screen.tsx";
import { EmailScreen } from "#components/payer/email-screen.tsx";
import { problemText } from "#lib/next/actions/problem.ts";
import { readPaymentCookie } from "#lib/next/payer/payer-session.ts";
import { requestText } from "#lib/next/request/text.ts";
import type { PendingCode } from "#lib/payments/payers/session.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { BrandedShell } from "../../checkout/branded-shell.tsx";
import { verifyByPasskeyAction } from "./passkey-actions.ts";
import { passkeyToUse } from "./passkeys.ts";
import { checkCodeAction, resendCodeAction, sendCodeAction } from "./verify-actions.ts";
import {
  findSession,
  noteStep,
  openHeld,
  type Query,
  readPayer,
  type StepProps,
  schemeNotice,
  type Visit,
} from "./visit.ts";

export async function verifyMetadata({ flow, params, searchParams }: StepProps): Promise<Metadata> {
  const { payer } = (await requestText()).messages;
  const session = await findSession(flow, (await params).reference);
  const wantsAnother = (await searchParams)["another"] !== undefined;
  return { title: session?.pendingCode && !wantsAnother ? payer.code.tab : payer.email.tab };
}

export async function VerifyStep(props: StepProps) {
  const visit = await openHeld(props);
  const { view, text, session } = visit;
  if ((await readPayer(visit)).isVerified) redirect(payPath(view, "/bank", text.linkQuery));
  const query = await props.searchParams;
  const pendingCode = session?.pendingCode;
  if (!pendingCode || query["another"] !== undefined)
    return <EmailStep visit={visit} query={query} />;
  return <CodeStep visit={visit} query={query} pendingCode={pendingCode} />;
}

type Props = { visit: Visit; query: Query };

export async function EmailStep({ visit, query, hasCode = false }: Props & { hasCode?: boolean }) {
  const { view, text, session, transaction } = visit;
  await noteStep(transaction, "opened");
  const { problem, refusal } = readProblem(query, ["invalid_request"]);
  const options = await passkeyToUse(visit);
  return (
    <BrandedShell
      view={view}
      text={text}
      problem={problemText(problem, text)}
      notice={schemeNotice(visit)}
    >
      <EmailScreen
        view={view}
        text={text}
        email={await typedBy(visit)}
        refusal={refusal}
        isWaiting={Boolean(session?.pendingCode)}
        hasCode={hasCode}
        action={sendCodeAction}
        passkey={options && { options, action: verifyByPasskeyAction }}
      />
      <FocusHeading screen="email" />
      <LiveStatus address={eventsPath(view)} version={view.version} untilUnpayable />
    </BrandedShell>
  );
}

async function CodeStep({ visit, query, pendingCode }: Props & { pendingCode: PendingCode }) {
  const { view, text, transaction } = visit;
  await noteStep(transaction, "opened");
  const { problem, refusal } = readProblem(query, ["code_wrong", "invalid_request"]);
  const hasMail = await hasMailbox(view.mode);
  return (
    <BrandedShell
      view={view}
      text={text}
      problem={problemText(problem, text)}
      notice={schemeNotice(visit)}
    >
      <CodeScreen
        view={view}
        text={text}
        pendingCode={pendingCode}
        resendInMs={await untilMs(pendingCode.resendAt)}
        refusal={refusal}
        isResent={query["sent"] !== undefined && query["problem"] === undefined}
        mailbox={hasMail ? mailboxPath(await typedBy(visit)) : undefined}
        actions={{ check: checkCodeAction, resend: resendCodeAction }}
      />
      <LiveStatus address={eventsPath(view)} version={view.version} untilUnpayable />
    </BrandedShell>
  );
}

/** `refusal`: a problem that the field shows itself. A field that fails twice needs its message and the focus again. */
function readProblem({ problem }: Query, ofField: string[]) {
  const isInField = typeof problem === "string" && ofField.includes(problem);
  return isInField ? { refusal: randomUUID() } : { problem };
}

async function typedBy({ view, session }: Visit): Promise<string | undefined> {
  const { typed } = await readPaymentCookie(view.transactionId, view.flow);
  return typed ?? session?.email ?? undefined;
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
