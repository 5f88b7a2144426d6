import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = {
  text: MerchantText;
  apiKey: Pick<ApiKeyOverview, "id" | "lastFour">;
  action: FormAction;
};

/** Asks for confirmation. */
export function RevokeKey({ text, apiKey: { id, lastFour }, action }: Props) {
  const words = text.messages.installations.revoke;
  return (
    <div className="whitespace-nowrap has-open:whitespace-normal sm:has-open:min-w-56">
      <Confirm label={words.label} question={text.format(words.question, { lastFour })}>
        <ActionForm action={action}>
          <input type="hidden" name="id" value={id} />
          <div>
            <SubmitButton look="danger">{words.submit}</SubmitButton>
          </div>
        </ActionForm>
      </Confirm>
    </div>
  );
}
