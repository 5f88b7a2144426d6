import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { CurrencyField } from "./currency-field.tsx";

type Props = { text: MerchantText; mode: Mode; currency: string; action: FormAction<undefined> };

export function TakeAmountForm({ text, mode, currency, action }: Props) {
  const words = text.messages.paymentLinks.till.take;
  return (
    <ActionForm action={action} className="grid gap-5">
      <input type="hidden" name="mode" value={mode} />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
        <FormField
          name="amount"
          label={words.amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          autoFocus
          required
        />
        <CurrencyField text={text} currency={currency} />
      </div>
      <FormField
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        autoComplete="off"
        maxLength={140}
      />
      <SubmitButton size="large" wide busyText={text.messages.console.busy}>
        {words.go}
      </SubmitButton>
    </ActionForm>
  );
}
