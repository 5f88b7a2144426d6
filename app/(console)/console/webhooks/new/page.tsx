import { EndpointFields } from "#components/console/webhooks/endpoint-fields.tsx";
import { SecretForm } from "#components/console/webhooks/new-secret.tsx";
import { secretWords } from "#components/console/webhooks/secret-words.ts";
import { Card } from "#components/ui/card.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { ConsolePage } from "../../console-page.tsx";
import { modeOf, type PageQuery } from "../../mode.ts";
import { createEndpointAction, finishEndpointAction } from "../actions.ts";
import { callbackHosts } from "../callback-hosts.ts";
import { findReceiver } from "../find-receiver.ts";

export const generateMetadata = titleOf((words) => words.webhooks.form.title);

/** The Webhook Secret replaces the form and shows once. */
export default async function NewEndpointPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const visit = await requireVisit("developer", "/console/webhooks/new");
  const mode = modeOf(await searchParams);
  const text = await merchantText();
  const receiver = mode === "test" ? await findReceiver(visit.account.id) : undefined;
  const { webhooks: words } = text.messages;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery };
  return (
    <ConsolePage visit={visit} section="webhooks" path="/webhooks/new" mode={mode} guide="webhook">
      <PageTitle lead={mode === "live" ? words.form.leadLive : words.form.leadTest}>
        {words.form.title}
      </PageTitle>
      <Card>
        <SecretForm
          // Resets the form when the mode changes.
          key={mode}
          action={createEndpointAction}
          acknowledge={finishEndpointAction}
          words={secretWords(text, false)}
        >
          <input type="hidden" name="mode" value={mode} />
          <EndpointFields
            text={text}
            hosts={await callbackHosts(mode)}
            receiverUrl={receiver?.endpoint ? undefined : receiver?.url}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton>{words.form.create}</SubmitButton>
            <PageButton look="quiet" href={consolePath("/webhooks", along)}>
              {words.form.cancel}
            </PageButton>
          </div>
        </SecretForm>
      </Card>
    </ConsolePage>
  );
}
