import { SelectField } from "#components/ui/select-field.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { CURRENCIES } from "#lib/platform/values/money.ts";

type Props = { text: MerchantText; currency: string };

export function CurrencyField({ text, currency }: Props) {
  return (
    <SelectField
      name="currency"
      label={text.messages.paymentLinks.form.currency}
      options={CURRENCIES.map((value) => ({ value, label: value }))}
      defaultValue={currency}
    />
  );
}
