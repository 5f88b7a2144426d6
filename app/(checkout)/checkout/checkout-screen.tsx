import { headers } from "next/headers";
import { CancelScreen } from "#components/checkout/cancel-screen.tsx";
import { checkoutPath } from "#components/checkout/links.ts";
import { OpenedScreen } from "#components/checkout/opened-screen.tsx";
import { OutcomeScreen, RETURN_LINK_ID } from "#components/checkout/outcome-screen.tsx";
import { ProcessingScreen } from "#components/checkout/processing-screen.tsx";
import { ReadyScreen } from "#components/checkout/ready-screen.tsx";
import { ReturnToShop } from "#components/checkout/return-to-shop.tsx";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { isTopLevel } from "#lib/next/device.ts";
import { cancelCheckoutAction, releaseCheckoutAction } from "./actions.ts";

/** Time to read the outcome before the shop's page opens. */
const RETURN_DELAY_MS = 2000;

type Props = ScreenProps & {
  confirmsCancel: boolean;
  shows: "qr" | "app";
  /** The shopper asked for the code, so another phone's progress does not hide it. */
  chosenView: boolean;
};

export function CheckoutScreen({ view, text, confirmsCancel, shows, chosenView }: Props) {
  if (confirmsCancel) {
    return (
      <CancelScreen
        view={view}
        text={text}
        words={text.messages.checkout.confirmCancel}
        action={cancelCheckoutAction}
        backPath={checkoutPath(view.reference, text.linkQuery)}
      />
    );
  }
  switch (view.state) {
    case "opened":
      if (!chosenView) {
        return (
          <OpenedScreen view={view} text={text} shows={shows} release={releaseCheckoutAction} />
        );
      }
      return <ReadyScreen view={view} text={text} shows="qr" />;
    case "ready":
    case "declined":
      return <ReadyScreen view={view} text={text} shows={shows} />;
    case "processing":
      return <ProcessingScreen view={view} text={text} />;
    default:
      return <Outcome view={view} text={text} />;
  }
}

async function Outcome({ view, text }: ScreenProps) {
  const { checkout } = text.messages;
  const { returnUrl } = view;
  if (returnUrl === null) return <OutcomeScreen view={view} text={text} linkTarget="_top" />;
  const mayRefreshAway = isTopLevel(await headers()) === true;
  return (
    <>
      <OutcomeScreen view={view} text={text} linkTarget="_top" />
      <ReturnToShop
        reference={view.reference}
        status={view.status === "succeeded" ? "succeeded" : "failed"}
        returnUrl={returnUrl}
        delayMs={RETURN_DELAY_MS}
        goingText={text.say(checkout.returning, { payee: view.payee.name })}
        blockedText={checkout.returnBlocked}
        linkId={RETURN_LINK_ID}
      />
      {mayRefreshAway && (
        <noscript>
          <meta httpEquiv="refresh" content={`${RETURN_DELAY_MS / 1000};url=${returnUrl}`} />
        </noscript>
      )}
    </>
  );
}
