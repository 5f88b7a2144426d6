import type { ComponentProps } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";
import { SettingList } from "./setting-list.tsx";

/** `undefined` for read-only members. */
export type ListActions = { add: FormAction<undefined>; remove: FormAction<undefined> } | undefined;

type Props = {
  text: MerchantText;
  id: string;
  words: Record<"title" | "lead" | "none" | "noneLead" | "label" | "hint" | "add", string>;
  items: ComponentProps<typeof SettingList>["items"];
  actions: ListActions;
  /** For a further entry. Its name is also that of the removed one. */
  field: Omit<ComponentProps<typeof FormField>, "label" | "hint" | "autoComplete">;
};

/** A section with a list of texts, to which members can add and from which they can remove. */
export function EditableList({ text, id, words, items, actions, field }: Props) {
  const { saving, remove } = text.messages.settings;
  return (
    <Section id={id} title={words.title} lead={words.lead}>
      {items.length === 0 ? (
        <EmptyState title={words.none} lead={words.noneLead} />
      ) : (
        <SettingList
          label={words.title}
          name={field.name}
          items={items}
          removeText={remove}
          busyText={saving}
          remove={actions?.remove}
        />
      )}
      {actions && (
        <ActionForm action={actions.add} className="grid max-w-md justify-items-start gap-4">
          <div className="w-full">
            <FormField {...field} label={words.label} hint={words.hint} autoComplete="off" />
          </div>
          <SubmitButton busyText={saving}>{words.add}</SubmitButton>
        </ActionForm>
      )}
    </Section>
  );
}
