import { ActionForm } from "#components/ui/action-form.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { ListedFeed } from "#lib/payments/feeds/feed.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

export type ConsentActions = Record<"setClientId" | "finishConsent", FormAction<undefined>>;

type Props = {
  text: MerchantText;
  id: string;
  consent: NonNullable<ListedFeed["consent"]>;
  /** With which the provider sent the owner back. */
  code: string | undefined;
  actions: ConsentActions;
};

export function ConsentSteps({ text, id, consent, code, actions }: Props) {
  const { consent: words } = text.messages.feeds;
  const { settings } = text.messages;
  if (code !== undefined) {
    return (
      <ActionForm action={actions.finishConsent} className="grid justify-items-start gap-4">
        <p>{words.finishLead}</p>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="code" value={code} />
        <SubmitButton>{words.finish}</SubmitButton>
      </ActionForm>
    );
  }
  return (
    <ol className="grid list-decimal gap-4 ps-6">
      <li className="grid gap-3">
        <p>{words.certificate}</p>
        <CodeBlock code={consent.certificate} />
        <p>{words.redirectUri}</p>
        <CodeBlock code={consent.redirectUri} />
      </li>
      <li>
        <ActionForm action={actions.setClientId} className="grid justify-items-start gap-4">
          <input type="hidden" name="id" value={id} />
          <FormField
            name="clientId"
            label={words.clientId}
            hint={words.clientIdHint}
            maxLength={500}
            autoComplete="off"
          />
          <SubmitButton look="secondary" busyText={settings.saving}>
            {words.saveClientId}
          </SubmitButton>
        </ActionForm>
      </li>
      <li>
        {consent.url === undefined ? (
          words.afterClientId
        ) : (
          <a href={consent.url} className="link inline-block min-h-6">
            {words.link}
          </a>
        )}
      </li>
    </ol>
  );
}
