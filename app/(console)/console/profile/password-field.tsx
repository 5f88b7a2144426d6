import { AccessLink } from "#components/console/access/access-page.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

/** Asks for the password again before actions that a stolen session must not perform. */
export async function PasswordField() {
  const text = await merchantText();
  const { confirmPassword, confirmPasswordHint } = text.messages.security;
  const { oidc } = await getServices();
  return (
    <>
      <FormField
        name="password"
        type="password"
        label={confirmPassword}
        hint={confirmPasswordHint}
        autoComplete="current-password"
        required
      />
      {oidc && (
        <AccessLink href={consolePath("/forgot-password", text.linkQuery)}>
          {text.messages.access.oidc.noPassword}
        </AccessLink>
      )}
    </>
  );
}
