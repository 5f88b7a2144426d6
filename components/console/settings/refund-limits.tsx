import { FactorField } from "#components/console/refunds/refund-forms.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { RefundLimits as Limits } from "#lib/payments/refunds/refund.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { toDecimalString } from "#lib/platform/values/money.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  limits: Limits;
  /** `undefined` for all but owners. */
  action: FormAction<undefined> | undefined;
};

const LIMITS = ["perRefund", "perDay"] as const;

/** Above which a member needs their second factor. */
export function RefundLimits({ text, limits, action }: Props) {
  const words = text.messages.refunds.limits;
  return (
    <Section id="refund-limits" title={words.title} lead={words.lead}>
      {action ? (
        <ActionForm action={action}>
          {LIMITS.map((name) => (
            <FormField
              key={name}
              name={name}
              label={words[name]}
              hint={words.hint}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              defaultValue={written(limits[name]) ?? ""}
            />
          ))}
          {LIMITS.some((name) => limits[name] !== null) && <FactorField text={text} />}
          <div>
            <SubmitButton look="secondary" busyText={text.messages.settings.saving}>
              {words.save}
            </SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <Facts
          facts={LIMITS.map((name) => ({
            label: words[name],
            value: written(limits[name]) ?? words.none,
            figures: true,
          }))}
        />
      )}
    </Section>
  );
}

function written(limit: number | null): string | undefined {
  return limit === null ? undefined : toDecimalString(limit, "EUR");
}
