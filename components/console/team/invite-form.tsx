import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { RoleChoice } from "./role-choice.tsx";
import { roleOptions } from "./role-options.ts";

type Props = { text: MerchantText; action: FormAction };

export function InviteForm({ text, action }: Props) {
  const words = text.messages.team.invite;
  return (
    <ActionForm action={action}>
      <FormField
        name="email"
        type="email"
        inputMode="email"
        label={words.email}
        autoComplete="off"
        required
        maxLength={254}
      />
      <RoleChoice legend={words.role} options={roleOptions(text)} chosen="viewer" />
      <div>
        <SubmitButton>{words.send}</SubmitButton>
      </div>
    </ActionForm>
  );
}
