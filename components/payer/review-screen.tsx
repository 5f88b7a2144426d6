import { Expiry } from "#components/checkout/expiry.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { WhenBack } from "#components/checkout/when-back.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { BankChoice } from "#lib/banks/connector.ts";
import { formatIban } from "#lib/platform/iban.ts";
import { BegunElsewhere } from "./begun-elsewhere.tsx";
import { PlaceFields } from "./place-fields.tsx";

type Props = ScreenProps & { bank: BankChoice; action: (form: FormData) => Promise<void> };

/** The digest binds the approval to what this page shows. */
export function ReviewScreen({ view, text, bank, action }: Props) {
  const { payer, common } = text.messages;
  return (
    <>
      <PageTitle lead={payer.review.lead}>{payer.review.title}</PageTitle>
      <Facts
        facts={[
          { label: common.amount, value: text.amount(view.amount, view.currency), figures: true },
          { label: common.payee, value: <bdi>{view.payee.name}</bdi> },
          {
            label: common.iban,
            value: <bdi dir="ltr">{formatIban(view.payee.iban)}</bdi>,
            figures: true,
          },
          { label: payer.review.bank, value: <bdi>{bank.name}</bdi> },
        ]}
      />
      <BegunElsewhere view={view} text={text} />
      <form action={action} className="grid gap-3" data-leaves="">
        <PlaceFields view={view} text={text} />
        <input type="hidden" name="bank" value={bank.id} />
        <input type="hidden" name="orderDigest" value={view.orderDigest} />
        <SubmitButton size="large" wide busyText={payer.review.approving}>
          {text.format(payer.review.approve, { bank: bank.name })}
        </SubmitButton>
        <p className="text-center text-muted text-sm">{payer.review.note}</p>
        <ButtonLink href={payPath(view, "/bank", text.linkQuery)} look="quiet" wide>
          {payer.review.another}
        </ButtonLink>
      </form>
      <Expiry view={view} text={text} />
      <WhenBack path={payPath(view, "/result", text.linkQuery)} />
    </>
  );
}
