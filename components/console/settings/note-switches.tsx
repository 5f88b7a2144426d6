import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { NOTE_KINDS, type NoteChoice } from "#lib/webhooks/model/letter.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  mode: Mode;
  email: string;
  notes: NoteChoice;
  /** `undefined` in a closed account. */
  action: FormAction<undefined> | undefined;
};

/** E-mails to the member who looks at it. */
export function NoteSwitches({ text, mode, email, notes, action }: Props) {
  const { letters, settings } = text.messages;
  const { notes: words, receipts } = letters;
  if (!action) {
    const facts = NOTE_KINDS.map((kind) => ({
      label: words[kind],
      value: <Badge>{notes[kind] ? receipts.on : receipts.off}</Badge>,
    }));
    return (
      <Section id="notes" title={words.title}>
        <Facts facts={facts} />
      </Section>
    );
  }
  return (
    <Section id="notes" title={words.title} lead={text.format(words.lead, { email })}>
      <ActionForm action={action}>
        <input type="hidden" name="mode" value={mode} />
        <fieldset className="grid gap-1">
          <legend className="sr-only">{words.title}</legend>
          {NOTE_KINDS.map((kind) => (
            <Checkbox key={kind} name={kind} defaultChecked={notes[kind]}>
              {words[kind]}
              <span className="block text-muted text-sm">{words[`${kind}Hint`]}</span>
            </Checkbox>
          ))}
        </fieldset>
        <div>
          <SubmitButton look="secondary" busyText={settings.saving}>
            {words.save}
          </SubmitButton>
        </div>
      </ActionForm>
    </Section>
  );
}
