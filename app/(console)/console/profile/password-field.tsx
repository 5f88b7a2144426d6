import { FormField } from "#components/ui/form-field.tsx";
import { merchantText } from "#lib/next/text.ts";

/** Asks for the password again before actions that a stolen session must not perform. */
export async function PasswordField() {
  const { confirmPassword, confirmPasswordHint } = (await merchantText()).messages.security;
  return (
    <FormField
      name="password"
      type="password"
      label={confirmPassword}
      hint={confirmPasswordHint}
      autoComplete="current-password"
      required
    />
  );
}
