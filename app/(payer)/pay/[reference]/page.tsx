import type { Metadata } from "next";
import { eventsPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { isTransferOnly } from "#components/checkout/screen.ts";
import { problemText } from "#lib/next/actions/problem.ts";
import { lockOrder } from "#lib/next/payer/device-lock.ts";
import { requestText } from "#lib/next/request/text.ts";
import type { Order } from "#lib/payments/checkout/order.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { BrandedShell } from "../../../checkout/branded-shell.tsx";
import { TranslatedPage } from "../../../translated-page.tsx";
import { BankChoice } from "../../steps/bank-step.tsx";
import { CancelStep } from "../../steps/cancel-step.tsx";
import { ElsewhereStep } from "../../steps/elsewhere-step.tsx";
import { EmailStep } from "../../steps/verify-step.tsx";
import {
  findOrder,
  findSession,
  leadElsewhere,
  leaveInQuestion,
  openPayable,
  type PageProps,
  type Query,
  readAgain,
  readPayer,
} from "../../steps/visit.ts";

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const [{ reference }, query, text] = await Promise.all([params, searchParams, requestText()]);
  const { payer, handover } = text.messages;
  const order = await findOrder("web", reference);
  if (!order) return { title: payer.unknown.tab };
  const { view } = order;
  if (isAltered(order.transaction, query["o"])) return { title: payer.altered.tab };
  if (isTransferOnly(view)) return { title: payer.confirmCancel.tab };
  const { state } = await lockHere(order, query);
  if (state !== "own") return { title: handover[state].title };
  if (query["confirm"] === "cancel") return { title: payer.confirmCancel.tab };
  const amount = text.amount(view.amount, view.currency);
  return { title: text.format(payer.order.tab, { amount, payee: view.payee.name }) };
}

export default async function OrderPage(props: PageProps) {
  const query = await props.searchParams;
  const { reference } = await props.params;
  const order = await findOrder("web", reference);
  if (order && isAltered(order.transaction, query["o"])) {
    const text = await requestText();
    const { title, lead } = text.messages.payer.altered;
    return <TranslatedPage title={title} lead={lead} text={text} />;
  }
  const visit = await openPayable({ ...props, flow: "web" });
  const { view, text } = visit;
  const confirmsCancel = query["confirm"] === "cancel";
  const { problem } = query;
  leaveInQuestion({ view, text });
  const { state: lock, transaction } = await lockHere(visit, query);
  if (lock !== "own") {
    if (query["moved"] === undefined) leadElsewhere({ view, text }, problem);
    return <ElsewhereStep view={view} text={text} lock={lock} problem={problem} />;
  }
  // Read again after the lock, to know whether another browser began the payment.
  const shown = view.progress === "at_bank" ? await readAgain(view) : view;
  if (confirmsCancel) {
    return (
      <BrandedShell view={shown} text={text} problem={problemText(problem, text)}>
        <CancelStep view={shown} text={text} />
        <LiveStatus address={eventsPath(shown)} version={shown.version} untilUnpayable />
      </BrandedShell>
    );
  }
  const payer = await readPayer(visit);
  const step = {
    visit: { ...visit, view: shown, transaction },
    query,
    hasCode: query["here"] === undefined,
  };
  if (payer.isVerified) return <BankChoice {...step} payer={payer} />;
  return <EmailStep {...step} />;
}

/**
 * A browser redirected here for lack of the lock, or one that only cancels, locks nothing. Stores with the lock which step the
 * page shows.
 */
async function lockHere({ transaction, view }: Order, query: Query) {
  const onlyLooks = query["moved"] !== undefined || query["confirm"] === "cancel";
  if (onlyLooks) return lockOrder(transaction, "look");
  const session = await findSession("web", view.reference);
  const { isVerified } = await readPayer({ view, transaction, session });
  return lockOrder(transaction, "open", isVerified ? "choosing" : "opened");
}

/** A typed address has no order info. */
function isAltered({ orderInfo }: Transaction, given: Query[string]): boolean {
  return given !== undefined && given !== orderInfo;
}
