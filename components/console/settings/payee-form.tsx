import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { PayeeOverview } from "#lib/merchants/accounts/proposals.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  payees: PayeeOverview;
  companyName: string;
  action: FormAction<undefined>;
};

/** An unconfirmed IBAN is corrected, a confirmed one replaced. */
export function PayeeForm({ text, payees, companyName, action }: Props) {
  const { primary, proposed } = payees;
  const { form: words } = text.messages.settings.company;
  const { saving } = text.messages.settings;
  const isConfirmed = primary?.confirmedAt != null;
  const [title, lead] = isConfirmed
    ? [words.replace, words.replaceLead]
    : [primary ? words.correct : words.first, words.firstLead];
  return (
    <Section
      id="payee-form"
      title={title}
      lead={proposed ? `${lead} ${words.replacesProposal}` : lead}
    >
      <ActionForm action={action} className="grid max-w-md justify-items-start gap-4">
        <div className="grid w-full gap-4">
          <FormField
            name="iban"
            label={text.messages.settings.company.payee.iban}
            hint={words.ibanHint}
            maxLength={60}
            autoComplete="off"
            defaultValue={primary && !isConfirmed ? formatIban(primary.iban) : ""}
          />
          <FormField
            name="holder"
            label={words.holderLabel}
            hint={words.holderHint}
            maxLength={200}
            autoComplete="off"
            defaultValue={primary?.name ?? companyName}
          />
        </div>
        <SubmitButton busyText={saving}>{words.save}</SubmitButton>
      </ActionForm>
    </Section>
  );
}
