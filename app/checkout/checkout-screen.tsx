import { BackScreen } from "#components/checkout/back-screen.tsx";
import { CancelScreen } from "#components/checkout/cancel-screen.tsx";
import { Expiry } from "#components/checkout/expiry.tsx";
import { checkoutPath } from "#components/checkout/links.ts";
import { OpenedScreen } from "#components/checkout/opened-screen.tsx";
import { OrderFields } from "#components/checkout/order-fields.tsx";
import { OutcomeScreen, RETURN_LINK_ID } from "#components/checkout/outcome-screen.tsx";
import { MoreActions } from "#components/checkout/pay-actions.tsx";
import { PayTabs } from "#components/checkout/pay-tabs.tsx";
import { ProcessingScreen } from "#components/checkout/processing-screen.tsx";
import { QuestionScreen } from "#components/checkout/question-screen.tsx";
import { ReadyScreen } from "#components/checkout/ready-screen.tsx";
import { ReturnToShop } from "#components/checkout/return-to-shop.tsx";
import { isReportable, type ScreenProps } from "#components/checkout/screen.ts";
import { TransferScreen } from "#components/checkout/transfer-screen.tsx";
import { TransferSent } from "#components/checkout/transfer-sent.tsx";
import { WaitingScreen } from "#components/checkout/waiting-screen.tsx";
import {
  cancelCheckoutAction,
  releaseCheckoutAction,
  reportTransferAction,
  transferNotSentAction,
} from "./actions.ts";

export type CheckoutScreenProps = ScreenProps & {
  /** Confirmation to show first. */
  confirms: "cancel" | "unsent" | undefined;
  shows: "qr" | "app" | "transfer";
  isPhone: boolean;
  /** Back on the paying device without a payment. */
  isBack: boolean;
  /** The shopper requested the code: another phone's progress does not hide it. */
  chosenView: boolean;
};

/** By itself, after the outcome. */
export type Return = { url: string; delayMs: number };

type Props = CheckoutScreenProps & { returns: Return | undefined };

export function CheckoutScreen({ confirms, returns, ...props }: Props) {
  const { view, text } = props;
  if (confirms !== undefined) {
    const isUnsent = confirms === "unsent";
    return (
      <CancelScreen
        view={view}
        text={text}
        words={isUnsent ? text.messages.transfer.notSent : text.messages.checkout.confirmCancel}
        action={isUnsent ? transferNotSentAction : cancelCheckoutAction}
        backPath={checkoutPath(view.reference, text.linkQuery)}
      />
    );
  }
  switch (view.state) {
    case "opened":
    case "ready":
    case "declined":
      if (view.isInQuestion) {
        return <QuestionScreen view={view} text={text} linkTarget="_top" />;
      }
      if (props.isBack && view.isJustBack) return <WaitingScreen text={text} />;
      return (
        <>
          <PayTabs view={view} text={text} current={isTransfer(props) ? "transfer" : "bank"} />
          <Payable {...props} />
        </>
      );
    case "processing":
      return (
        <ProcessingScreen
          view={view}
          text={text}
          linkTarget="_top"
          notSentPath={checkoutPath(view.reference, { confirm: "unsent", ...text.linkQuery })}
        />
      );
    default:
      return isReportable(view) ? (
        <TooLate {...props} />
      ) : (
        <Outcome view={view} text={text} returns={returns} />
      );
  }
}

/** Expired, but the shopper may already have sent a transfer. */
function TooLate({ view, text }: ScreenProps) {
  return (
    <OutcomeScreen view={view} text={text} linkTarget="_top">
      <TransferSent text={text} action={reportTransferAction}>
        <OrderFields view={view} text={text} />
      </TransferSent>
      <MoreActions view={view} text={text} shows="transfer" />
    </OutcomeScreen>
  );
}

export const isTransfer = ({ view, shows }: Pick<CheckoutScreenProps, "view" | "shows">) =>
  shows === "transfer" && view.transfer !== null;

function Payable({
  view,
  text,
  shows,
  isPhone,
  isBack,
  chosenView,
}: Omit<CheckoutScreenProps, "confirms">) {
  if (shows === "transfer" && view.transfer) {
    const { transfer } = view;
    return (
      <TransferScreen
        view={view}
        text={text}
        transfer={transfer}
        isPhone={isPhone}
        action={reportTransferAction}
        fields={<OrderFields view={view} text={text} />}
      >
        <Expiry view={view} text={text} />
        <MoreActions view={view} text={text} shows="transfer" />
      </TransferScreen>
    );
  }
  if (isBack) return <BackScreen view={view} text={text} />;
  const device = isPhone ? "app" : "qr";
  const suited = shows === "transfer" ? device : shows;
  if (view.state !== "opened") {
    return <ReadyScreen view={view} text={text} shows={suited} isPhone={isPhone} />;
  }
  if (!chosenView) {
    return <OpenedScreen view={view} text={text} release={releaseCheckoutAction} />;
  }
  return <ReadyScreen view={view} text={text} shows="qr" isPhone={isPhone} />;
}

function Outcome({ view, text, returns }: ScreenProps & { returns: Return | undefined }) {
  const { checkout } = text.messages;
  return (
    <OutcomeScreen
      view={view}
      text={text}
      linkTarget="_top"
      going={
        returns && (
          <ReturnToShop
            reference={view.reference}
            status={view.status === "succeeded" ? "succeeded" : "failed"}
            returnUrl={returns.url}
            delayMs={returns.delayMs}
            goingText={text.format(checkout.returning, { payee: view.payee.name })}
            blockedText={checkout.returnBlocked}
            linkId={RETURN_LINK_ID}
          />
        )
      }
    />
  );
}
