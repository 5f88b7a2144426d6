import { ActionForm } from "#components/ui/action-form.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  seconds: number | null;
  /** Used if the account sets none. */
  defaultSeconds: number;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

/** How long the outcome shows before the redirect to the shop. */
export function ReturnDelay({ text, seconds, defaultSeconds, action }: Props) {
  const { links, save, saving } = text.messages.settings;
  const { delay: words } = links;
  return (
    <Section id="delay" title={words.title} lead={words.lead}>
      {action ? (
        <ActionForm action={action} className="grid max-w-md justify-items-start gap-4">
          <div className="w-full">
            <FormField
              name="seconds"
              label={words.seconds}
              hint={text.format(words.hint, { seconds: defaultSeconds })}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={seconds === null ? "" : String(seconds)}
              maxLength={4}
            />
          </div>
          <SubmitButton busyText={saving}>{save}</SubmitButton>
        </ActionForm>
      ) : (
        <Facts
          facts={[{ label: words.seconds, value: seconds ?? defaultSeconds, figures: true }]}
        />
      )}
    </Section>
  );
}
