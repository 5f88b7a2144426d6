import { headers } from "next/headers";
import { BrowserMarks } from "#components/checkout/browser-marks.tsx";
import { EmbedReporter } from "#components/checkout/embed-reporter.tsx";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { checkoutPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { NextSteps } from "#components/checkout/next-steps.tsx";
import { isFinal, isPayable, isTransferOnly, isWorthWaiting } from "#components/checkout/screen.ts";
import { SimulationPanel } from "#components/checkout/simulation-panel.tsx";
import { WhenBack } from "#components/checkout/when-back.tsx";
import { windowTitle } from "#components/checkout/window-title.ts";
import { isTopLevel } from "#lib/next/request/device.ts";
import { requestNonce } from "#lib/next/request/nonce.ts";
import { SIMULATIONS } from "#lib/payments/attempts/test-driver.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { Outcome } from "#lib/payments/model/status.ts";
import { getServices } from "#lib/services/index.ts";
import { simulateCheckoutAction } from "./actions.ts";
import { BrandedShell, loadLook } from "./branded-shell.tsx";
import {
  CheckoutScreen,
  type CheckoutScreenProps,
  isTransfer,
  type Return,
} from "./checkout-screen.tsx";
import { refreshEvery } from "./refresh.ts";

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
  const [nonce, returns, simulates] = await Promise.all([
    requestNonce(),
    readReturn(view),
    maySimulate(props),
    loadLook(view.accountId),
  ]);
  return (
    <BrandedShell
      view={view}
      text={text}
      problem={problem}
      isSplit
      belowOrder={isToPay(props) && <NextSteps view={view} text={text} />}
      refresh={await refreshOf(props, returns)}
    >
      <BrowserMarks nonce={nonce} />
      <CheckoutScreen {...props} returns={returns} />
      {simulates && (
        <SimulationPanel
          view={view}
          text={text}
          simulations={SIMULATIONS}
          action={simulateCheckoutAction}
        />
      )}
      {isOffered(props) && !isBack && !isTransferOnly(view) && (
        <WhenBack path={checkoutPath(view.reference, { view: "back", ...text.linkQuery })} />
      )}
      <FocusHeading screen={isBack ? `back-${screen}` : screen} />
      <EmbedReporter
        reference={view.reference}
        state={confirms === "cancel" ? confirms : view.state}
        origins={view.frameAncestors}
        ended={returns ? null : outcomeOf(view)}
        wait={isWorthWaiting(view) ? `${processing.title}. ${processing.lead}` : null}
      />
      {!isFinal(view) && (
        <LiveStatus
          address={`/checkout/events?reference=${view.reference}`}
          version={view.version}
        />
      )}
    </BrandedShell>
  );
}

/** At a bank, and not asked anything else. */
const isToPay = (props: CheckoutScreenProps) => isOffered(props) && !isTransfer(props);

/** The screen offers to pay: it neither asks something else nor waits for a bank. */
function isOffered({ view, confirms, isBack }: CheckoutScreenProps): boolean {
  const isWaiting = view.isInQuestion || (isBack && view.isJustBack);
  return confirms === undefined && isPayable(view) && !isWaiting;
}

/** Not while the shopper reads a question. A frame stays: its shop redirects. */
async function refreshOf({ view, confirms }: CheckoutScreenProps, returns: Return | undefined) {
  if (confirms !== undefined) return undefined;
  if (!isFinal(view)) return refreshEvery(view);
  if (!returns || isTopLevel(await headers()) !== true) return undefined;
  return { seconds: returns.delayMs / 1_000, url: returns.url };
}

async function readReturn(view: CheckoutView): Promise<Return | undefined> {
  const { returnUrl: url, returnsByItself, accountId } = view;
  if (url === null || !returnsByItself) return undefined;
  const { accounts } = await getServices();
  return { url, delayMs: await accounts.returnDelayMs(accountId) };
}

function outcomeOf({ status }: CheckoutView): Outcome | null {
  return status === "succeeded" || status === "failed" ? status : null;
}

/** False if a simulation would have no effect. */
async function maySimulate(props: CheckoutScreenProps): Promise<boolean> {
  if (props.view.mode !== "test" || !isOffered(props)) return false;
  const { sandboxEnabled } = await getServices();
  return sandboxEnabled();
}
