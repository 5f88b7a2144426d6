import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { EmbedReporter } from "#components/checkout/embed-reporter.tsx";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { PlayPanel } from "#components/checkout/play-panel.tsx";
import {
  isFinal,
  isPayable,
  isReportable,
  isWorthWaiting,
  type ScreenProps,
} from "#components/checkout/screen.ts";
import { ShareMark } from "#components/checkout/share-mark.tsx";
import { windowTitle } from "#components/checkout/window-title.ts";
import { PLAYS } from "#lib/authorisations/test-driver.ts";
import type { CheckoutView } from "#lib/checkout/view.ts";
import { deviceOf, isBroughtUpToDate } from "#lib/next/device.ts";
import { requestNonce } from "#lib/next/nonce.ts";
import { problemText } from "#lib/next/problem.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";
import { BrandedShell } from "../branded-shell.tsx";
import { Refresh } from "../refresh.tsx";
import { playCheckoutAction, resolveCheckout } from "./actions.ts";
import { CheckoutScreen } from "./checkout-screen.tsx";

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

const resolve = cache(async (reference: unknown, asked: unknown) => {
  const view = await resolveCheckout(reference);
  const mayTransfer = view?.transfer && isPayable(view);
  if (asked !== "transfer" || !mayTransfer) return view;
  const { transfers } = await getServices();
  await transfers.prepare(view.reference);
  return view.lastDecline === null ? view : resolveCheckout(reference);
});

/**
 * The same, and whether this page leads on by itself. One that is opened after the outcome does so once only, as the shop
 * may have led back to it.
 */
async function open(query: Query, list: Headers): Promise<CheckoutView | undefined> {
  const view = await resolve(query["reference"], query["view"]);
  if (!view?.returnsByItself || view.returnUrl === null) return view;
  const { checkout } = await getServices();
  const isOpen = isBroughtUpToDate(list);
  const leads = (isOpen || !deviceOf(list).isUnattended) && (await checkout.takeReturn(view));
  return { ...view, returnsByItself: leads || isOpen };
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = await searchParams;
  const view = await resolve(query["reference"], query["view"]);
  const text = await requestText();
  if (!view) return { title: text.messages.checkout.unknown.tab };
  const confirms = confirming(query, view);
  if (confirms === "unsent") return { title: text.messages.transfer.notSent.title };
  const isTransfer = query["view"] === "transfer" && view.transfer !== null;
  const isBack = comesBack(query, view, await headers());
  return {
    title: windowTitle(view, text, { isCancelling: confirms === "cancel", isTransfer, isBack }),
  };
}

export default async function CheckoutPage({ searchParams }: Props) {
  const [query, list] = await Promise.all([searchParams, headers()]);
  const view = await open(query, list);
  if (!view) notFound();
  const [text, nonce] = await Promise.all([requestText(), requestNonce()]);
  const confirms = confirming(query, view);
  const screen = confirms ?? view.state;
  const isBack = comesBack(query, view, list);
  const { processing } = text.messages.checkout;
  return (
    <BrandedShell view={view} text={text} problem={problemText(query["problem"], text)}>
      <ShareMark nonce={nonce} />
      <CheckoutScreen
        view={view}
        text={text}
        confirms={confirms}
        shows={shows(query["view"], list)}
        isPhone={deviceOf(list).kind === "phone"}
        isBack={isBack}
        chosenView={query["view"] === "qr"}
      />
      {confirms === undefined && <TestPanel view={view} text={text} />}
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

/** Live status, or a refresh where there are no scripts, but not while someone reads a question. */
function Following({ view, isReading }: { view: CheckoutView; isReading: boolean }) {
  return (
    <>
      <LiveStatus address={`/checkout/events?reference=${view.reference}`} version={view.version} />
      {!isReading && <Refresh seconds={5} />}
    </>
  );
}

function outcomeOf({ status }: CheckoutView): "succeeded" | "failed" | null {
  return status === "succeeded" || status === "failed" ? status : null;
}

/** What the shopper is asked before it ends, while it can. */
function confirming(query: Query, view: CheckoutView): "cancel" | "unsent" | undefined {
  const mayCancel = isPayable(view) || isReportable(view);
  if (query["confirm"] === "cancel" && mayCancel) return "cancel";
  if (query["confirm"] === "unsent" && view.transfer?.toldAt) return "unsent";
  return undefined;
}

/** The choice of an outcome, where it would lead anywhere. */
async function TestPanel({ view, text }: ScreenProps) {
  const { sandboxEnabled } = await getServices();
  const leads = isPayable(view) && !view.isInQuestion;
  if (view.mode !== "test" || !leads || !(await sandboxEnabled())) return null;
  return <PlayPanel view={view} text={text} plays={PLAYS} action={playCheckoutAction} />;
}

/** Tells whether somebody is back from the app, or the page is on the phone that opened the order. */
function comesBack(query: Query, view: CheckoutView, list: Headers): boolean {
  if (!isPayable(view) || confirming(query, view) !== undefined) return false;
  const isOnPhone = shows(query["view"], list) === "app";
  return query["view"] === "back" || (view.state === "opened" && isOnPhone);
}

/** What the shopper asked for, else what suits the device. */
function shows(asked: Query[string], list: Headers): "qr" | "app" | "transfer" {
  if (asked === "qr" || asked === "app" || asked === "transfer") return asked;
  return deviceOf(list).kind === "phone" ? "app" : "qr";
}
