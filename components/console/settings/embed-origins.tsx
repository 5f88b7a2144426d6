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
  origins: string[];
  /** Prefills the field, from a link. */
  proposed: string | undefined;
  /** `undefined` for read-only members. */
  actions: { add: FormAction<undefined>; remove: FormAction<undefined> } | undefined;
};

export function EmbedOrigins({ text, origins, proposed, actions }: Props) {
  const { embedding: words, saving, remove } = text.messages.settings;
  return (
    <Section id="origins" title={words.title} lead={words.lead}>
      {origins.length === 0 ? (
        <EmptyState title={words.none} lead={words.noneLead} />
      ) : (
        <SettingList
          label={words.title}
          name="origin"
          items={origins.map((origin) => ({
            value: origin,
            shown: origin,
            question: text.format(words.question, { origin }),
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
              name="origin"
              label={words.label}
              hint={words.hint}
              type="url"
              inputMode="url"
              autoComplete="off"
              maxLength={300}
              {...(proposed === undefined ? {} : { defaultValue: proposed })}
            />
          </div>
          <SubmitButton busyText={saving}>{words.add}</SubmitButton>
        </ActionForm>
      )}
    </Section>
  );
}
