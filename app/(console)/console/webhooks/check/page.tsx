import { SignatureChecker } from "#components/console/webhooks/signature-checker.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { ConsolePage } from "../../console-page.tsx";
import { checkSignatureAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.webhooks.check.title);

export default async function CheckPage() {
  const visit = await requireVisit("viewer", "/console/webhooks/check");
  const text = await merchantText();
  const { webhooks } = text.messages;
  const { title, lead, checks, findings, right, rightButOld, wrong, ...words } = webhooks.check;
  return (
    <ConsolePage visit={visit} section="webhooks" path="/webhooks/check">
      <PageLink className="link justify-self-start" href={consolePath("/webhooks", text.linkQuery)}>
        {webhooks.back}
      </PageLink>
      <PageTitle lead={lead}>{title}</PageTitle>
      <Card>
        <SignatureChecker action={checkSignatureAction} words={words} />
      </Card>
    </ConsolePage>
  );
}
