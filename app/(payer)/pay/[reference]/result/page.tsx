import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CheckoutShell } from "#components/checkout/checkout-shell.tsx";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { isFinal } from "#components/checkout/screen.ts";
import { windowTitle } from "#components/checkout/window-title.ts";
import { ResultScreen } from "#components/payer/result-screen.tsx";
import { problemText } from "#lib/next/problem.ts";
import { requestText } from "#lib/next/text.ts";
import { findOrder, type OrderParams, type Query } from "../load-order.ts";

type Props = { params: OrderParams; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { reference } = await params;
  const [view, text] = await Promise.all([findOrder(reference), requestText()]);
  const { payer } = text.messages;
  if (!view) return { title: payer.unknown.tab };
  const isUnpaid = view.state === "ready" || view.state === "opened";
  return { title: isUnpaid ? payer.unpaid.tab : windowTitle(view, text) };
}

/** Last step: how it ended, or that the bank is still at it. */
export default async function ResultPage({ params, searchParams }: Props) {
  const { reference } = await params;
  const [view, text] = await Promise.all([findOrder(reference), requestText()]);
  if (!view) notFound();
  const { problem } = await searchParams;
  return (
    <CheckoutShell view={view} text={text} problem={problemText(problem, text)}>
      <ResultScreen view={view} text={text} />
      <FocusHeading screen={view.state} />
      {!isFinal(view) && (
        <>
          <LiveStatus
            address={`/checkout/events?reference=${view.reference}`}
            version={view.version}
          />
          <noscript>
            <meta httpEquiv="refresh" content="5" />
          </noscript>
        </>
      )}
    </CheckoutShell>
  );
}
