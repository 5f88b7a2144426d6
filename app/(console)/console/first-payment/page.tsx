import { notFound } from "next/navigation";
import { TestPayment } from "#components/console/onboarding/test-payment.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import type { PageQuery } from "../mode.ts";
import { findReceiver } from "../webhooks/find-receiver.ts";
import { approveTestPaymentAction, createTestPaymentAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.onboarding.payment.title);

export default async function FirstPaymentPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const visit = await requireVisit("developer", consolePath("/first-payment"));
  const { id } = await searchParams;
  const text = await merchantText();
  const words = text.messages.onboarding.payment;
  return (
    <ConsolePage visit={visit} section="overview" path="/first-payment" guide="payment">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {id === undefined ? (
        <NewPayment visit={visit} />
      ) : (
        <MadePayment visit={visit} view={await find(visit, id)} />
      )}
    </ConsolePage>
  );
}

async function find({ account }: Visit, asked: string | string[]): Promise<CheckoutView> {
  const { testPayments, checkout } = await getServices();
  const id = readId("txn", asked);
  const reference = id === undefined ? undefined : await testPayments.referenceOf(account.id, id);
  const view = reference === undefined ? undefined : await checkout.view(reference, "web");
  return view ?? notFound();
}

async function MadePayment({ visit, view }: { visit: Visit; view: CheckoutView }) {
  const { env } = await getServices();
  const [text, receiver] = await Promise.all([merchantText(), findReceiver(visit.account.id)]);
  const hasReceiver = receiver?.endpoint?.disabledAt === null;
  const checkoutUrl = new URL(env.CHECKOUT_URL);
  checkoutUrl.searchParams.set("reference", view.reference);
  return (
    <TestPayment
      text={text}
      view={view}
      checkoutUrl={checkoutUrl.href}
      approve={receiver ? approveTestPaymentAction : undefined}
      webhookHref={hasReceiver ? consolePath("/webhooks/receiver", text.linkQuery) : undefined}
    />
  );
}

async function NewPayment({ visit }: { visit: Visit }) {
  const { onboarding, testPayments } = await getServices();
  const { messages, linkQuery } = await merchantText();
  const words = messages.onboarding.payment;
  const { account } = visit;
  if (account.closedAt) return <EmptyState title={words.closedTitle} lead={words.closedLead} />;
  const [{ payee }, hasKey] = await Promise.all([
    onboarding.read(account.id),
    testPayments.hasKey(account.id),
  ]);
  if (payee === "none") {
    return (
      <EmptyState title={words.noPayeeTitle} lead={words.noPayeeLead}>
        <PageButton href={consolePath("/settings/company", linkQuery)}>
          {words.noPayeeButton}
        </PageButton>
      </EmptyState>
    );
  }
  if (!hasKey) {
    return (
      <EmptyState title={words.noKeyTitle} lead={words.noKeyLead}>
        <PageButton href={consolePath("/installations/web", linkQuery)}>
          {words.noKeyButton}
        </PageButton>
      </EmptyState>
    );
  }
  return (
    <Card>
      <ActionForm action={createTestPaymentAction} className="grid max-w-sm gap-4">
        <FormField
          name="amount"
          label={words.amount}
          defaultValue="14.50"
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
        />
        <div>
          <SubmitButton>{words.create}</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
