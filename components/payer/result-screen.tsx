import { payPath } from "#components/checkout/links.ts";
import { OutcomeScreen } from "#components/checkout/outcome-screen.tsx";
import { ProcessingScreen } from "#components/checkout/processing-screen.tsx";
import { QuestionScreen } from "#components/checkout/question-screen.tsx";
import { isPayable, isReportable, type ScreenProps } from "#components/checkout/screen.ts";
import { TransferSent } from "#components/checkout/transfer-sent.tsx";
import { WaitingScreen } from "#components/checkout/waiting-screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { Tick } from "#components/ui/tick.tsx";
import type { Operator } from "#lib/platform/configuration/operator.ts";
import { AppReturn } from "./app-return.tsx";
import { ApprovalScreen } from "./approval-screen.tsx";
import { BusyButton } from "./busy-button.tsx";
import { ConsentFacts } from "./consent-facts.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { type ReceiptMail, ReceiptMailForm } from "./receipt-mail-form.tsx";
import { type StartAction, StartFields } from "./start-fields.tsx";

/** Time to read the outcome before the app opens. */
const RETURN_DELAY_MS = 2000;

type Props = ScreenProps & {
  /** The app's address with the outcome. `undefined` before there is an outcome, and if no app waits. */
  appReturn: string | undefined;
  /** Whether the order was paid before this payer came. */
  isAlreadyPaid: boolean;
  operator: Operator | undefined;
  start: StartAction;
  reportSent: (form: FormData) => Promise<void>;
  mail: ReceiptMail;
};

export function ResultScreen(props: Props) {
  const { view, text, appReturn, isAlreadyPaid, operator, start, reportSent, mail } = props;
  if (isPayable(view) && view.isInQuestion) {
    return (
      <QuestionScreen view={view} text={text} linkTarget="_self">
        <WayOut view={view} text={text} appReturn={appReturn} />
      </QuestionScreen>
    );
  }
  if (isPayable(view) && view.approvalWait) {
    return <ApprovalScreen view={view} text={text} wait={view.approvalWait} />;
  }
  if (isPayable(view) && view.isJustBack) return <WaitingScreen text={text} />;
  if (isPayable(view)) {
    return <Unpaid view={view} text={text} operator={operator} start={start} />;
  }
  // This payer may be anyone with the code: do not show the order, its receipt or the shop.
  if (isAlreadyPaid) return <AlreadyPaid text={text} />;
  const way = <WayOut view={view} text={text} appReturn={appReturn} />;
  if (view.state === "processing") {
    return (
      <ProcessingScreen
        view={view}
        text={text}
        linkTarget="_self"
        notSentPath={payPath(view, "/result", { confirm: "unsent", ...text.linkQuery })}
      >
        {way}
      </ProcessingScreen>
    );
  }
  return (
    <OutcomeScreen
      view={view}
      text={text}
      linkTarget="_self"
      receipt={{
        isOpen: mail.result !== undefined,
        form: <ReceiptMailForm view={view} text={text} mail={mail} />,
      }}
    >
      {isReportable(view) ? (
        <TransferSent text={text} action={reportSent}>
          <PlaceFields view={view} text={text} />
        </TransferSent>
      ) : (
        way
      )}
    </OutcomeScreen>
  );
}

function AlreadyPaid({ text }: Pick<ScreenProps, "text">) {
  const { title, lead } = text.messages.handover.alreadyPaid;
  return (
    <>
      <Tick />
      <PageTitle lead={lead}>{title}</PageTitle>
    </>
  );
}

/** Only an outcome redirects to the app: until then the payer may still be needed. */
function WayOut({ view, text, appReturn }: Pick<Props, "view" | "text" | "appReturn">) {
  const { result, app } = text.messages.payer;
  const isProcessing = view.state === "processing";
  if (view.flow === "web") {
    const isEnd = view.state === "succeeded" && view.returnUrl === null;
    return isEnd ? <p className="text-center">{result.close}</p> : null;
  }
  if (appReturn === undefined) return <p>{app.byYourself}</p>;
  return (
    <div className="grid gap-3">
      <ButtonLink href={appReturn} look={isProcessing ? "secondary" : "primary"} wide>
        {app.back}
      </ButtonLink>
      {!isProcessing && !view.isInQuestion && (
        <AppReturn href={appReturn} delayMs={RETURN_DELAY_MS} goingText={app.going} />
      )}
    </div>
  );
}

/** Declined, failed, or returned without approval. The payer may continue. */
function Unpaid({ view, text, operator, start }: ScreenProps & Pick<Props, "operator" | "start">) {
  const { payer, checkout } = text.messages;
  // A failed payment attempt stays visible while another browser starts the next one.
  const isOpen = view.lastDecline === null;
  const left =
    view.attemptsLeft <= 2 &&
    text.format(checkout.declined.attemptsLeft, { count: view.attemptsLeft });
  const path = (step: "" | "/bank", query = {}) =>
    payPath(view, step, { ...query, ...text.linkQuery });
  return (
    <>
      {view.lastDecline === null ? (
        <PageTitle lead={payer.unpaid.lead}>{payer.unpaid.title}</PageTitle>
      ) : (
        <PageTitle
          lead={
            <>
              {checkout.declined.lead} {left}
            </>
          }
        >
          {checkout.declined.titles[view.lastDecline]}
        </PageTitle>
      )}
      <ConsentFacts view={view} text={text} operator={operator} />
      <div className="grid grid-cols-1 gap-3">
        {view.lastBankId !== null && (
          <Form action={start}>
            <StartFields view={view} text={text} />
            <BusyButton
              name="bank"
              value={view.lastBankId}
              size="large"
              wide
              busyText={payer.bank.opening}
            >
              {isOpen ? payer.unpaid.resume : payer.declined.tryAgain}
            </BusyButton>
          </Form>
        )}
        <ButtonLink href={path("/bank")} look="secondary" wide>
          {view.lastBankId === null ? payer.bank.title : payer.declined.another}
        </ButtonLink>
        <ButtonLink href={path("", { confirm: "cancel" })} look="quiet" wide>
          {payer.order.cancel}
        </ButtonLink>
      </div>
    </>
  );
}
