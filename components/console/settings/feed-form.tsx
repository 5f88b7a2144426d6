import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { Section } from "./section.tsx";

type Props = { text: MerchantText; mode: Mode; ibans: string[]; action: FormAction<undefined> };

export function FeedForm({ text, mode, ibans, action }: Props) {
  const { add: words } = text.messages.feeds;
  return (
    <Section id="add-feed" title={words.title}>
      {mode === "test" && <p className="text-muted">{words.testMode}</p>}
      <ol className="grid max-w-prose list-decimal gap-2 ps-6">
        {Object.entries(words.steps).map(([name, step]) => (
          <li key={name}>{step}</li>
        ))}
      </ol>
      {ibans.length === 0 ? (
        <p>{words.noIban}</p>
      ) : (
        <ActionForm action={action} className="grid max-w-md justify-items-start gap-4">
          <input type="hidden" name="mode" value={mode} />
          <input type="hidden" name="provider" value="qonto" />
          <div className="grid w-full gap-4">
            <SelectField
              name="iban"
              label={words.iban}
              options={ibans.map((iban) => ({ value: iban, label: formatIban(iban) }))}
            />
            <FormField name="login" label={words.login} maxLength={200} autoComplete="off" />
            <FormField
              name="secretKey"
              label={words.secretKey}
              type="password"
              maxLength={200}
              autoComplete="off"
            />
            {mode === "test" && (
              <FormField
                name="stagingToken"
                label={words.stagingToken}
                hint={words.stagingHint}
                type="password"
                maxLength={200}
                autoComplete="off"
              />
            )}
          </div>
          <SubmitButton busyText={words.busy}>{words.go}</SubmitButton>
        </ActionForm>
      )}
    </Section>
  );
}
