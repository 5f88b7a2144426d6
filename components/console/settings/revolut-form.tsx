import { ActionForm } from "#components/ui/action-form.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { Section } from "./section.tsx";

type Props = { text: MerchantText; mode: Mode; ibans: string[]; action: FormAction<undefined> };

/** Without an IBAN, the form of the other provider says what to do. */
export function RevolutForm({ text, mode, ibans, action }: Props) {
  const { add, addRevolut: words } = text.messages.feeds;
  if (ibans.length === 0) return null;
  return (
    <Section id="add-revolut" title={words.title}>
      <p className="max-w-prose">{words.lead}</p>
      <ActionForm action={action} className="grid max-w-md justify-items-start gap-4">
        <input type="hidden" name="mode" value={mode} />
        <div className="grid w-full gap-4">
          <SelectField
            name="iban"
            label={add.iban}
            options={ibans.map((iban) => ({ value: iban, label: formatIban(iban) }))}
          />
        </div>
        <SubmitButton busyText={words.busy}>{words.go}</SubmitButton>
      </ActionForm>
    </Section>
  );
}
