import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { AccessLink, AccessPage } from "./access-page.tsx";

type Props = { text: MerchantText; again: `/${string}` };

export function DeadLink({ text, again }: Props) {
  const words = text.messages.access.deadLink;
  return (
    <AccessPage
      text={text}
      below={<AccessLink href={consolePath("/sign-in", text.linkQuery)}>{words.signIn}</AccessLink>}
    >
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <p>
        <ButtonLink href={consolePath(again, text.linkQuery)} wide>
          {words.again}
        </ButtonLink>
      </p>
    </AccessPage>
  );
}
