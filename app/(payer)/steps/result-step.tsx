import type { Metadata } from "next";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { eventsPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { isFinal, isPayable, isTransferOnly } from "#components/checkout/screen.ts";
import { windowTitle } from "#components/checkout/window-title.ts";
import { waitWords } from "#components/payer/approval-screen.tsx";
import { readReceiptResult } from "#components/payer/receipt-mail-form.tsx";
import { ResultScreen } from "#components/payer/result-screen.tsx";
import { problemText } from "#lib/next/actions/problem.ts";
import { appReturnOf } from "#lib/next/payer/app-return.ts";
import { requestText } from "#lib/next/request/text.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { operatorOf } from "#lib/platform/configuration/operator.ts";
import { BrandedShell } from "../../checkout/branded-shell.tsx";
import { refreshEvery } from "../../checkout/refresh.ts";
import { startPaymentAction } from "./actions.ts";
import { sendReceiptAction } from "./receipt-actions.ts";
import { reportSentAction } from "./transfer-actions.ts";
import { NotSentStep, TransferStep } from "./transfer-step.tsx";
import { findOrder, openVisit, type Query, type StepProps, schemeNotice } from "./visit.ts";

export async function resultMetadata({ flow, params, searchParams }: StepProps): Promise<Metadata> {
  const { reference } = await params;
  const [order, text] = await Promise.all([findOrder(flow, reference), requestText()]);
  const { payer } = text.messages;
  if (!order) return { title: payer.unknown.tab };
  const { view } = order;
  const query = await searchParams;
  if (isAlreadyPaid(view, query)) return { title: text.messages.handover.alreadyPaid.tab };
  if (isUnsent(view, query)) return { title: text.messages.transfer.notSent.title };
  if (isPayable(view) && !view.isInQuestion && view.approvalWait) {
    return { title: waitWords(view.approvalWait, text).title };
  }
  if (isTransferOnly(view)) return { title: windowTitle(view, text, { isTransfer: true }) };
  const isUnpaid = !view.isInQuestion && (view.state === "ready" || view.state === "opened");
  if (!isUnpaid) return { title: windowTitle(view, text) };
  return { title: view.isJustBack ? payer.waiting.title : payer.unpaid.tab };
}

export async function ResultStep(props: StepProps) {
  const visit = await openVisit(props);
  const { view, text, session } = visit;
  const query = await props.searchParams;
  const { problem } = query;
  if (isUnsent(view, query)) return <NotSentStep view={view} text={text} />;
  if (isPayable(view) && isTransferOnly(view) && view.transfer) {
    return <TransferStep visit={visit} query={query} transfer={view.transfer} />;
  }
  const isAlready = isAlreadyPaid(view, query);
  // The return URL may name another payer's order.
  const shown = query["already"] === undefined ? view : { ...view, returnUrl: null };
  const isSaid = view.isInQuestion
    ? problem === "payment_in_question"
    : !isPayable(view) && isShownByScreen(problem);
  return (
    <BrandedShell
      view={isAlready ? { ...view, externalId: null } : view}
      text={text}
      problem={isSaid ? undefined : problemText(problem, text)}
      notice={schemeNotice(visit)}
      refresh={isFinal(view) ? undefined : refreshEvery(view)}
    >
      <ResultScreen
        view={shown}
        text={text}
        isAlreadyPaid={isAlready}
        operator={operatorOf(loadEnv())}
        start={startPaymentAction}
        reportSent={reportSentAction}
        mail={{ send: sendReceiptAction, result: readReceiptResult(query["receipt"]) }}
        appReturn={appReturnOf(view, session?.appReturnUrl ?? null)}
      />
      <FocusHeading screen={view.isJustBack ? "waiting" : view.state} />
      {!isFinal(view) && <LiveStatus address={eventsPath(view)} version={view.version} />}
    </BrandedShell>
  );
}

/** The payer wanted to pay, but the order is already paid. */
function isAlreadyPaid(view: CheckoutView, query: Query): boolean {
  return view.state === "succeeded" && query["already"] !== undefined;
}

/** The payer is asked whether the reported transfer was not sent. */
function isUnsent({ transfer }: CheckoutView, query: Query): boolean {
  return query["confirm"] === "unsent" && transfer?.reportedAt != null;
}

/** The screen already explains these problems. */
function isShownByScreen(problem: string | string[] | undefined): boolean {
  return problem === "transaction_final" || problem === "transaction_in_progress";
}
