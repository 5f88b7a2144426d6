import { ActionForm } from "#components/ui/action-form.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { ReturnPreview } from "./return-preview.tsx";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  successUrl: string | null;
  failureUrl: string | null;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

/** Used if a payment has no URLs itself. */
export function DefaultUrls({ text, successUrl, failureUrl, action }: Props) {
  const { links, save, saving } = text.messages.settings;
  const { urls: words } = links;
  const fields = [
    { name: "successUrl", label: words.success, url: successUrl },
    { name: "failureUrl", label: words.failure, url: failureUrl },
  ];
  return (
    <Section id="urls" title={words.title} lead={words.lead}>
      {action ? (
        <ActionForm action={action} className="grid max-w-xl justify-items-start gap-4">
          <div className="grid w-full gap-4">
            {fields.map(({ name, label, url }) => (
              <div key={name} className="grid gap-2">
                <FormField
                  name={name}
                  label={label}
                  hint={words.hint}
                  type="url"
                  inputMode="url"
                  autoComplete="off"
                  defaultValue={url ?? ""}
                  maxLength={2048}
                />
                {url !== null && <ReturnPreview text={text} url={url} />}
              </div>
            ))}
          </div>
          <SubmitButton busyText={saving}>{save}</SubmitButton>
        </ActionForm>
      ) : (
        <Facts
          facts={fields.map(({ label, url }) => ({
            label,
            value: url === null ? "–" : <ReadOnlyUrl text={text} url={url} />,
          }))}
        />
      )}
    </Section>
  );
}

function ReadOnlyUrl({ text, url }: { text: MerchantText; url: string }) {
  return (
    <div className="grid justify-items-end gap-1.5">
      {url}
      <ReturnPreview text={text} url={url} />
    </div>
  );
}
