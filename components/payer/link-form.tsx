import { TrustLine } from "#components/checkout/trust-line.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { OpenedLink } from "#lib/payments/links/link.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { BusyButton } from "./busy-button.tsx";

type Props = {
  link: OpenedLink;
  text: Text;
  /** What the payer entered, if it was not within the bounds. */
  typed: string | undefined;
  action: (form: FormData) => Promise<void>;
};

export function LinkForm({ link, text, typed, action }: Props) {
  const { link: words } = text.messages;
  const { amount, currency, payeeName } = link;
  const { lang } = text.linkQuery;
  const go =
    amount === null
      ? words.go
      : text.format(words.goAmount, { amount: text.amount(amount, currency) });
  return (
    <>
      <Form action={action} className="grid gap-4">
        <input type="hidden" name="token" value={link.token} />
        {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
        {amount === null && <AmountField link={link} text={text} typed={typed} />}
        <BusyButton size="large" wide busyText={words.starting} data-leaves="">
          {go}
        </BusyButton>
      </Form>
      <TrustLine view={{ payee: { name: payeeName } }} text={text} />
    </>
  );
}

function AmountField({ link, text, typed }: Pick<Props, "link" | "text" | "typed">) {
  const { link: words } = text.messages;
  const { currency } = link;
  const bounds = {
    min: text.amount(link.minAmount ?? 0, currency),
    max: text.amount(link.maxAmount ?? 0, currency),
  };
  return (
    <>
      <input type="hidden" name="language" value={text.locale} />
      <input type="hidden" name="currency" value={currency} />
      <Field
        name="amount"
        label={text.format(words.amount, { currency })}
        hint={text.format(words.amountRange, bounds)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        required
        {...(typed !== undefined && {
          defaultValue: typed,
          error: text.format(words.amountProblem, bounds),
          autoFocus: true,
        })}
      />
    </>
  );
}
