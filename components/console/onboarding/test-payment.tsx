import { eventsPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import { QrCode } from "#components/checkout/qr-code.tsx";
import { isFinal, isPayable } from "#components/checkout/screen.ts";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { consolePath } from "#lib/console/links.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type State = "ready" | "opened" | "declined" | "processing" | "succeeded" | "failed";

const TONES: Record<State, BadgeTone> = {
  ready: "neutral",
  opened: "neutral",
  declined: "warning",
  processing: "warning",
  succeeded: "positive",
  failed: "negative",
};

type Props = { text: MerchantText; view: CheckoutView; checkoutUrl: string };

export function TestPayment({ text, view, checkoutUrl }: Props) {
  const words = text.messages.onboarding.payment;
  const state = stateOf(view);
  return (
    <>
      <div role="status" className="grid gap-4">
        <Outcome text={text} view={view} />
        <Card>
          <Facts
            facts={[
              {
                label: words.status,
                value: <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
              },
              {
                label: text.messages.common.amount,
                value: text.amount(view.amount, view.currency),
                figures: true,
              },
              { label: words.id, value: <span className="font-mono">{view.transactionId}</span> },
            ]}
          />
        </Card>
      </div>
      {isPayable(view) && <WaysToPay text={text} view={view} checkoutUrl={checkoutUrl} />}
      {!isFinal(view) && <Following text={text} view={view} />}
      {isFinal(view) && <NextSteps text={text} view={view} />}
    </>
  );
}

function Outcome({ text, view }: Omit<Props, "checkoutUrl">) {
  const words = text.messages.onboarding.payment;
  if (view.status === "succeeded") {
    return (
      <Banner tone="positive">
        <h2 className="font-semibold">{words.paidTitle}</h2>
        <p>{text.format(words.paidLead, { amount: text.amount(view.amount, view.currency) })}</p>
      </Banner>
    );
  }
  if (view.status === "failed") {
    return (
      <Banner tone="warning">
        <h2 className="font-semibold">{words.failedTitle}</h2>
        <p>{words.failedLead}</p>
      </Banner>
    );
  }
  return null;
}

function WaysToPay({ text, view, checkoutUrl }: Props) {
  const words = text.messages.onboarding.payment;
  const { copy, copied } = text.messages.console;
  const amount = text.amount(view.amount, view.currency);
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Card labelledBy="checkout-link">
        <div className="grid gap-4">
          <div>
            <h2 id="checkout-link" className="font-semibold">
              {words.link}
            </h2>
            <p className="text-muted text-sm">{words.linkHint}</p>
          </div>
          <ButtonLink href={checkoutUrl} target="_blank">
            {words.open}
          </ButtonLink>
          <CodeBlock code={checkoutUrl} copy={copy} copied={copied} />
        </div>
      </Card>
      <Card labelledBy="checkout-code">
        <div className="grid gap-4">
          <h2 id="checkout-code" className="font-semibold">
            {words.scan}
          </h2>
          <QrCode content={view.payLink} alternative={text.format(words.alternative, { amount })} />
        </div>
      </Card>
    </div>
  );
}

function Following({ text, view }: Omit<Props, "checkoutUrl">) {
  return (
    <>
      <p className="needs-script text-muted text-sm">{text.messages.onboarding.payment.waiting}</p>
      <LiveStatus address={eventsPath(view)} version={view.version} />
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
    </>
  );
}

function NextSteps({ text, view }: Omit<Props, "checkoutUrl">) {
  const words = text.messages.onboarding.payment;
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink href={consolePath("", text.linkQuery)}>{words.back}</ButtonLink>
      <ButtonLink
        look="secondary"
        href={consolePath(`/payments/${view.transactionId}`, text.linkQuery)}
      >
        {words.details}
      </ButtonLink>
      <ButtonLink look="quiet" href={consolePath("/first-payment", text.linkQuery)}>
        {words.again}
      </ButtonLink>
    </div>
  );
}

function stateOf({ status, progress, lastDecline }: CheckoutView): State {
  if (status !== "pending") return status;
  if (progress !== "waiting") return "opened";
  return lastDecline ? "declined" : "ready";
}
