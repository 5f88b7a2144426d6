import { BrowserMarks } from "#components/checkout/browser-marks.tsx";
import { EmbedReporter } from "#components/checkout/embed-reporter.tsx";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { checkoutPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { NextSteps } from "#components/checkout/next-steps.tsx";
import {
  isFinal,
  isPayable,
  isWorthWaiting,
  type ScreenProps,
} from "#components/checkout/screen.ts";
import { SimulationPanel } from "#components/checkout/simulation-panel.tsx";
import { WhenBack } from "#components/checkout/when-back.tsx";
import { windowTitle } from "#components/checkout/window-title.ts";
import { requestNonce } from "#lib/next/nonce.ts";
import { SIMULATIONS } from "#lib/payments/attempts/test-driver.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { Outcome } from "#lib/payments/transactions/status.ts";
import { getServices } from "#lib/services/index.ts";
import { simulateCheckoutAction } from "./actions.ts";
import { BrandedShell } from "./branded-shell.tsx";
import { CheckoutScreen, type CheckoutScreenProps, isTransfer } from "./checkout-screen.tsx";
import { Refresh } from "./refresh.tsx";

type Props = CheckoutScreenProps & {
  problem: string | undefined;
};

export function checkoutTitle({
  view,
  text,
  confirms,
  shows,
  isBack,
}: CheckoutScreenProps): string {
  if (confirms === "unsent") return text.messages.transfer.notSent.title;
  return windowTitle(view, text, {
    isCancelling: confirms === "cancel",
    isTransfer: isTransfer({ view, shows }),
    isBack,
  });
}

export async function CheckoutContent({ problem, ...props }: Props) {
  const { view, text, confirms, isBack } = props;
  const screen = confirms ?? view.state;
  const { processing } = text.messages.checkout;
  return (
    <BrandedShell
      view={view}
      text={text}
      problem={problem}
      isSplit
      belowOrder={isToPay(props) && <NextSteps view={view} text={text} />}
    >
      <BrowserMarks nonce={await requestNonce()} />
      <CheckoutScreen {...props} />
      {confirms === undefined && <TestPanel key={screen} view={view} text={text} />}
      {confirms === undefined && !isBack && isPayable(view) && (
        <WhenBack path={checkoutPath(view.reference, { view: "back", ...text.linkQuery })} />
      )}
      <FocusHeading screen={isBack ? `back-${screen}` : screen} />
      <EmbedReporter
        reference={view.reference}
        state={confirms === "cancel" ? confirms : view.state}
        origins={view.frameAncestors}
        ended={view.returnUrl === null || !view.returnsByItself ? outcomeOf(view) : null}
        wait={isWorthWaiting(view) ? `${processing.title}. ${processing.lead}` : null}
      />
      {!isFinal(view) && <Following view={view} isReading={confirms !== undefined} />}
    </BrandedShell>
  );
}

/** At a bank, and not asked anything else. */
const isToPay = ({ view, confirms, shows }: CheckoutScreenProps) =>
  confirms === undefined && isPayable(view) && !view.isInQuestion && !isTransfer({ view, shows });

/** Without scripts the page refreshes, but not while the shopper reads a question. */
function Following({ view, isReading }: { view: CheckoutView; isReading: boolean }) {
  return (
    <>
      <LiveStatus address={`/checkout/events?reference=${view.reference}`} version={view.version} />
      {!isReading && <Refresh seconds={5} />}
    </>
  );
}

function outcomeOf({ status }: CheckoutView): Outcome | null {
  return status === "succeeded" || status === "failed" ? status : null;
}

/** Hidden if a simulation would have no effect. */
async function TestPanel({ view, text }: ScreenProps) {
  const { sandboxEnabled } = await getServices();
  const leads = isPayable(view) && !view.isInQuestion;
  if (view.mode !== "test" || !leads || !(await sandboxEnabled())) return null;
  return (
    <SimulationPanel
      view={view}
      text={text}
      simulations={SIMULATIONS}
      action={simulateCheckoutAction}
    />
  );
}
