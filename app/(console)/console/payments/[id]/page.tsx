import { notFound } from "next/navigation";
import { CancelPayment } from "#components/console/payments/cancel-payment.tsx";
import { FollowPayment } from "#components/console/payments/follow-payment.tsx";
import { PaymentFacts, TechnicalFacts } from "#components/console/payments/payment-facts.tsx";
import { PaymentMoney } from "#components/console/payments/payment-money.tsx";
import { isOpen, summaryOf } from "#components/console/payments/payment-summary.ts";
import { StatusBadge } from "#components/console/payments/status-badge.tsx";
import { Timeline } from "#components/console/payments/timeline.tsx";
import { TransferMarks } from "#components/console/payments/transfer-marks.tsx";
import { PaymentRefunds } from "#components/console/refunds/payment-refunds.tsx";
import { amountClass } from "#components/ui/amount.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { TimeWithin } from "#components/ui/time-within.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../../console-page.tsx";
import {
  changeRefundAction,
  createLinkAction,
  createRefundAction,
  enterAccountAction,
  showAccountAction,
} from "../../refunds/actions.ts";
import {
  cancelPaymentAction,
  markFundsAction,
  markNotReceivedAction,
  markReceivedAction,
} from "./actions.ts";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = titleOf((words) => words.payments.title);

export default async function PaymentPage({ params }: Props) {
  const { id } = await params;
  const visit = await requireVisit("viewer", consolePath(`/payments/${id}`));
  const [text, history] = await Promise.all([merchantText(), find(visit, id)]);
  const { bankAlerts } = await getServices();
  const isDoubtful = await bankAlerts.concern(visit.account.id, id);
  const words = text.messages.payments;
  const { transaction, revision } = history;
  const { mode, status } = transaction;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <ConsolePage visit={visit} section="payments" path="/payments" mode={mode}>
      <div>
        <p>
          <PageLink className="link" href={consolePath("/payments", along)}>
            {words.payment.back}
          </PageLink>
        </p>
        <FollowPayment
          address={consolePath(`/payments/${id}/status`)}
          revision={revision}
          isOpen={isOpen(history)}
          status={text.format(words.payment.updated, { status: words.status[status] })}
          stopped={words.payment.stopped}
        />
      </div>
      <Head text={text} history={history} visit={visit} isDoubtful={isDoubtful} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <CheckoutLink text={text} history={history} />
          <Card labelledBy="timeline">
            <h2 id="timeline" className="mb-4 font-semibold">
              {words.timeline.title}
            </h2>
            <Timeline text={text} history={history} />
          </Card>
        </div>
        <div className="grid min-w-0 gap-6">
          <Refunds text={text} visit={visit} id={id} />
          <Card labelledBy="facts">
            <h2 id="facts" className="mb-2 font-semibold">
              {words.payment.facts}
            </h2>
            <PaymentFacts text={text} history={history} />
          </Card>
          <TechnicalFacts text={text} history={history} />
        </div>
      </div>
    </ConsolePage>
  );
}

async function find({ account }: Visit, id: string): Promise<PaymentHistory> {
  const { payments } = await getServices();
  try {
    return await payments.get(account.id, id);
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") notFound();
    throw error;
  }
}

type HeadProps = SummaryProps & { visit: Visit };

function Head({ text, history, visit, isDoubtful }: HeadProps) {
  const words = text.messages.payments;
  const { id, status, failureReason, ...transaction } = history.transaction;
  const amount = text.amount(transaction.amount, transaction.currency);
  const isDeveloper = allows(visit.role, "developer");
  return (
    <header className="@container grid gap-3">
      <h1
        id="title"
        tabIndex={-1}
        aria-label={text.format(words.payment.title, { amount })}
        className={amountClass(amount)}
      >
        {amount}
      </h1>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge text={text} status={status} failureReason={failureReason} />
        {failureReason && <span>{words.reasons[failureReason]}</span>}
      </div>
      <p className="text-muted">
        <Summary text={text} history={history} isDoubtful={isDoubtful} />
      </p>
      {isDoubtful && (
        <Banner tone="warning">
          <p>{words.payment.doubtful}</p>
        </Banner>
      )}
      {transaction.transferReportedAt === null && (
        <CancelPayment
          text={text}
          id={id}
          status={status}
          canCancel={isDeveloper && visit.account.closedAt === null}
          action={cancelPaymentAction}
        />
      )}
      <PaymentMoney text={text} history={history} mayMark={isDeveloper} action={markFundsAction} />
      <TransferMarks
        text={text}
        history={history}
        mayMark={isDeveloper}
        actions={{ received: markReceivedAction, notReceived: markNotReceivedAction }}
      />
    </header>
  );
}

type RefundsProps = { text: MerchantText; visit: Visit; id: string };

async function Refunds({ text, visit, id }: RefundsProps) {
  const { refunds, transactions } = await getServices();
  const transaction = await transactions.findById(id);
  if (!transaction) return null;
  const actions = {
    create: createRefundAction,
    change: changeRefundAction,
    enterAccount: enterAccountAction,
    showAccount: showAccountAction,
    createLink: createLinkAction,
  };
  return (
    <PaymentRefunds
      text={text}
      payment={transaction}
      money={await refunds.ofPayment(transaction)}
      actions={allows(visit.role, "developer") ? actions : undefined}
    />
  );
}

type SummaryProps = PartProps & { isDoubtful: boolean };

function Summary({ text, history, isDoubtful }: SummaryProps) {
  const { message, values } = summaryOf(history, text, isDoubtful);
  return (
    <TimeWithin text={text} message={message} values={values} at={history.transaction.expiresAt} />
  );
}

type PartProps = { text: MerchantText; history: PaymentHistory };

async function CheckoutLink({ text, history: { transaction } }: PartProps) {
  const words = text.messages.payments.payment.link;
  if (transaction.status !== "pending") return null;
  const { env } = await getServices();
  const link = new URL(env.CHECKOUT_URL);
  link.searchParams.set("reference", transaction.reference);
  const isWeb = transaction.flow === "web";
  return (
    <Card labelledBy="link">
      <h2 id="link" className="mb-2 font-semibold">
        {words.title}
      </h2>
      <p className="mb-3 text-muted">{isWeb ? words.lead : words.direct}</p>
      {isWeb && <CodeBlock code={link.href} copyLabel={words.copy} />}
    </Card>
  );
}
