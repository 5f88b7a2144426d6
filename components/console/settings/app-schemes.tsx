import { ActionForm } from "#components/ui/action-form.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";
import { SettingList } from "./setting-list.tsx";

type Props = {
  text: MerchantText;
  schemes: string[];
  /** `undefined` for read-only members. */
  actions: { add: FormAction<undefined>; remove: FormAction<undefined> } | undefined;
};

export function AppSchemes({ text, schemes, actions }: Props) {
  const { apps: words, saving, remove } = text.messages.settings;
  return (
    <Section id="schemes" title={words.title} lead={words.lead}>
      {schemes.length === 0 ? (
        <EmptyState title={words.none} lead={words.noneLead} />
      ) : (
        <SettingList
          label={words.title}
          name="scheme"
          items={schemes.map((scheme) => ({
            value: scheme,
            shown: `${scheme}://`,
            question:
              schemes.length === 1 ? words.lastQuestion : text.format(words.question, { scheme }),
          }))}
          removeText={remove}
          busyText={saving}
          remove={actions?.remove}
        />
      )}
      {actions && (
        <ActionForm action={actions.add} className="grid max-w-md justify-items-start gap-4">
          <div className="w-full">
            <FormField
              name="scheme"
              label={words.label}
              hint={words.hint}
              autoComplete="off"
              maxLength={60}
            />
          </div>
          <SubmitButton busyText={saving}>{words.add}</SubmitButton>
        </ActionForm>
      )}
    </Section>
  );
}
