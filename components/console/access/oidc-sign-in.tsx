import { LogIn } from "lucide";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  /** Of the provider. */
  name: string;
  isOnly: boolean;
  /** Path below /console. */
  next: string;
};

export function OidcSignIn({ text, name, isOnly, next }: Props) {
  return (
    <ButtonLink
      look={isOnly ? "primary" : "secondary"}
      wide
      icon={<Icon of={LogIn} />}
      href={consolePath("/sign-in/oidc", { next })}
    >
      {text.format(text.messages.access.oidc.go, { name })}
    </ButtonLink>
  );
}
