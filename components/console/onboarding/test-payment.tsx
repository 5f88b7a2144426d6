import { eventsPath } from "#components/checkout/links.ts";
import { QrCode } from "#components/checkout/qr-code.tsx";
import { isFinal, isPayable } from "#components/checkout/screen.ts";
import { Follow } from "#components/console/follow.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

const POLL_MS = 2_000;

type State = "ready" | "opened" | "declined" | "processing" | "succeeded" | "failed";

const TONES: Record<State, BadgeTone> = {
  ready: "neutral",
  opened: "neutral",
  declined: "warning",
  processing: "warning",
  succeeded: "positive",
  failed: "negative",
};

type Props = {
  text: MerchantText;
  view: CheckoutView;
  checkoutUrl: string;
  /** Pays at the sandbox bank. Absent without it. */
  approve: FormAction<never> | undefined;
  /** Where the webhook shows, if the test receiver gets it. */
  webhookHref: string | undefined;
};

export function TestPayment(props: Props) {
  const { text, view } = props;
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
      {isPayable(view) && <WaysToPay {...props} />}
      {!isFinal(view) && <Following text={text} view={view} />}
      {isFinal(view) && <NextSteps {...props} />}
    </>
  );
}

function Outcome({ text, view }: Pick<Props, "text" | "view">) {
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

function WaysToPay({ text, view, checkoutUrl, approve }: Props) {
  const words = text.messages.onboarding.payment;
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
          <CodeBlock code={checkoutUrl} />
          {approve && (
            <ActionForm action={approve} className="grid gap-2 border-line border-t pt-4">
              <input type="hidden" name="id" value={view.transactionId} />
              <p className="text-muted text-sm">{words.approveHint}</p>
              <SubmitButton look="secondary">{words.approve}</SubmitButton>
            </ActionForm>
          )}
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

function Following({ text, view }: Pick<Props, "text" | "view">) {
  return (
    <>
      <p className="needs-script text-muted text-sm">{text.messages.onboarding.payment.waiting}</p>
      <Follow address={eventsPath(view)} field="version" shown={view.version} everyMs={POLL_MS} />
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
    </>
  );
}

function NextSteps({ text, view, webhookHref }: Props) {
  const words = text.messages.onboarding.payment;
  return (
    <div className="flex flex-wrap gap-3">
      {webhookHref && <PageButton href={webhookHref}>{words.webhook}</PageButton>}
      <PageButton
        look={webhookHref ? "secondary" : "primary"}
        href={consolePath("", text.linkQuery)}
      >
        {words.back}
      </PageButton>
      <PageButton
        look="secondary"
        href={consolePath(`/payments/${view.transactionId}`, text.linkQuery)}
      >
        {words.details}
      </PageButton>
      <PageButton look="quiet" href={consolePath("/first-payment", text.linkQuery)}>
        {words.again}
      </PageButton>
    </div>
  );
}

function stateOf({ status, progress, lastDecline }: CheckoutView): State {
  if (status !== "pending") return status;
  if (progress !== "waiting") return "opened";
  return lastDecline ? "declined" : "ready";
}
