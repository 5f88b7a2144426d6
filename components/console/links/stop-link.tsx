import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = { text: MerchantText; id: string; action: FormAction<undefined> };

export function StopLink({ text, id, action }: Props) {
  const words = text.messages.paymentLinks.link.stop;
  return (
    <Confirm label={words.label} question={words.question}>
      <ActionForm action={action}>
        <input type="hidden" name="id" value={id} />
        <div>
          <SubmitButton look="danger" busyText={text.messages.console.busy}>
            {words.go}
          </SubmitButton>
        </div>
      </ActionForm>
    </Confirm>
  );
}
