import { ZoneField } from "#components/console/payments/zone-field.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { ChoiceField } from "#components/ui/choice-field.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { CurrencyField } from "./currency-field.tsx";
import { MoreOptions } from "./more-options.tsx";

type Props = {
  text: MerchantText;
  mode: Mode;
  currency: string;
  cancelHref: string;
  action: FormAction<undefined>;
};

/** What a choice makes pointless is hidden, and ignored if it is sent. */
export function LinkForm({ text, mode, currency, cancelHref, action }: Props) {
  const words = text.messages.paymentLinks.form;
  return (
    <ActionForm action={action} className="group grid gap-5">
      <input type="hidden" name="mode" value={mode} />
      <ZoneField />
      <ChoiceField
        name="usage"
        legend={words.usage}
        chosen="once"
        options={[
          { value: "once", title: words.once, detail: words.onceDetail },
          { value: "reusable", title: words.reusable, detail: words.reusableDetail },
        ]}
      />
      <ChoiceField
        name="amountBy"
        legend={words.amountChoice}
        chosen="merchant"
        options={[
          { value: "merchant", title: words.fixed, detail: words.fixedDetail },
          { value: "payer", title: words.open, detail: words.openDetail },
        ]}
      />
      <Amounts text={text} currency={currency} />
      <FormField
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        autoComplete="off"
        maxLength={140}
      />
      <MoreOptions title={words.more} names={["expiresAt", "maxPayments", "externalId"]}>
        <More text={text} />
      </MoreOptions>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busyText={text.messages.console.busy}>{words.go}</SubmitButton>
        <PageButton look="quiet" href={cancelHref}>
          {words.cancel}
        </PageButton>
      </div>
    </ActionForm>
  );
}

function Amounts({ text, currency }: Pick<Props, "text" | "currency">) {
  const words = text.messages.paymentLinks.form;
  const money = { inputMode: "decimal", autoComplete: "off", maxLength: 20 } as const;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_10rem]">
      <div className="group-has-[[value=payer]:checked]:hidden sm:col-span-2">
        <FormField name="amount" label={words.amount} {...money} />
      </div>
      <div className="group-has-[[value=merchant]:checked]:hidden">
        <FormField name="minAmount" label={words.minAmount} {...money} />
      </div>
      <div className="group-has-[[value=merchant]:checked]:hidden">
        <FormField name="maxAmount" label={words.maxAmount} {...money} />
      </div>
      <CurrencyField text={text} currency={currency} />
    </div>
  );
}

function More({ text }: Pick<Props, "text">) {
  const words = text.messages.paymentLinks.form;
  return (
    <>
      <FormField name="expiresAt" type="date" label={words.expires} hint={words.expiresHint} />
      <div className="group-has-[[value=once]:checked]:hidden">
        <FormField
          name="maxPayments"
          label={words.maxPayments}
          hint={words.maxPaymentsHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
        />
      </div>
      <FormField
        name="externalId"
        label={words.externalId}
        hint={words.externalIdHint}
        autoComplete="off"
        maxLength={100}
      />
    </>
  );
}
