import { PageButton } from "#components/ui/page-button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { ConsolePage } from "../console-page.tsx";
import type { PageQuery } from "../mode.ts";

export const generateMetadata = titleOf((words) => words.console.notAllowed.title);

export default async function NotAllowedPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const visit = await requireVisit();
  const { needed } = await searchParams;
  const text = await merchantText();
  const { notAllowed: words, roles } = text.messages.console;
  const wanted = needed === "owner" ? roles.owner : roles.developer;
  return (
    <ConsolePage visit={visit} section="overview" path="/not-allowed">
      <PageTitle lead={text.format(words.lead, { needed: wanted, role: roles[visit.role] })}>
        {words.title}
      </PageTitle>
      <p>
        <PageButton href={consolePath("", text.linkQuery)}>{words.back}</PageButton>
      </p>
    </ConsolePage>
  );
}
