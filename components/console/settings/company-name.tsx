import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  name: string;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

export function CompanyName({ text, name, action }: Props) {
  const { name: words } = text.messages.settings.company;
  const { save, saving } = text.messages.settings;
  return (
    <Section id="company-name" title={words.title} lead={words.lead}>
      {action ? (
        <ActionForm action={action} className="grid max-w-md justify-items-start gap-4">
          <div className="w-full">
            <FormField
              name="name"
              label={words.label}
              defaultValue={name}
              maxLength={200}
              autoComplete="organization"
            />
          </div>
          <SubmitButton busyText={saving}>{save}</SubmitButton>
        </ActionForm>
      ) : (
        <p className="font-medium">{name}</p>
      )}
    </Section>
  );
}
