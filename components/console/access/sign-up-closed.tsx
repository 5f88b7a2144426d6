import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { AccessPage } from "./access-page.tsx";

/** Only the operator creates accounts. */
export function SignUpClosed({ text }: { text: MerchantText }) {
  const words = text.messages.access.closed;
  return (
    <AccessPage text={text}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <p>
        <ButtonLink href={consolePath("/sign-in", text.linkQuery)} wide>
          {words.signIn}
        </ButtonLink>
      </p>
    </AccessPage>
  );
}
