import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = { text: MerchantText; token: string; email: string; action: FormAction };

export function JoinForm({ text, token, email, action }: Props) {
  const { team, access } = text.messages;
  const words = team.invitation;
  return (
    <ActionForm action={action}>
      <input type="hidden" name="token" value={token} />
      {/* For password managers. */}
      <input hidden readOnly name="username" value={email} autoComplete="username" />
      <FormField
        name="name"
        label={words.name}
        hint={words.nameHint}
        autoComplete="name"
        required
        maxLength={70}
      />
      <FormField
        name="password"
        type="password"
        label={access.password}
        hint={access.passwordHint}
        autoComplete="new-password"
        required
        maxLength={200}
      />
      <SubmitButton wide>{words.join}</SubmitButton>
    </ActionForm>
  );
}
