import { ActionForm } from "#components/ui/action-form.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  days: number | null;
  /** Used if the account sets none. */
  defaultDays: number;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

export function RetentionDays({ text, days, defaultDays, action }: Props) {
  const { links, save, saving } = text.messages.settings;
  const { data: words } = links;
  return (
    <Section id="retention" title={words.title} lead={words.lead}>
      {action ? (
        <ActionForm action={action} className="grid max-w-md justify-items-start gap-4">
          <div className="w-full">
            <FormField
              name="days"
              label={words.days}
              hint={text.format(words.daysHint, { days: defaultDays })}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={days === null ? "" : String(days)}
              maxLength={6}
            />
          </div>
          <SubmitButton busyText={saving}>{save}</SubmitButton>
        </ActionForm>
      ) : (
        <Facts facts={[{ label: words.days, value: days ?? defaultDays, figures: true }]} />
      )}
    </Section>
  );
}
