import { notFound } from "next/navigation";
import { FirstCall } from "#components/console/installations/first-call.tsx";
import { creatorOf, maskedKey } from "#components/console/installations/key-words.ts";
import { RevokeKey } from "#components/console/installations/revoke-key.tsx";
import { ScopeChoice } from "#components/console/installations/scope-choice.tsx";
import { Section } from "#components/console/settings/section.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import { OF_WEB_KEYS, scopesOf } from "#lib/merchants/api-keys/scopes.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../../../console-page.tsx";
import { renameKeyAction, revokeKeyAction } from "../../actions.ts";
import { withholdScopesAction } from "../../scoped/actions.ts";
import { listPathOf, methodPath } from "../../setup.ts";

type Props = { params: Promise<{ method: string; id: string }> };

export const generateMetadata = titleOf((words) => words.installations.one.title);

export default async function KeyPage({ params }: Props) {
  const { method, id } = await params;
  const visit = await requireVisit("viewer", "/console/installations");
  const { apiKeys, clock } = await getServices();
  const key = await apiKeys.find(visit.account.id, id);
  if (key?.method !== method) notFound();
  const text = await merchantText();
  const words = text.messages.installations;
  const path = `${methodPath(key.method)}/${id}` as const;
  const mayChange =
    key.revokedAt === null && visit.account.closedAt === null && allows(visit.role, "developer");
  const back = consolePath(listPathOf(key), {
    mode: key.mode === "live" ? "live" : undefined,
    ...text.linkQuery,
  });
  return (
    <ConsolePage visit={visit} section="installations" path={path}>
      <p>
        <PageLink className="link" href={back}>
          {text.format(words.one.back, {
            method: key.scopes ? words.scopes.title : words.methods[key.method].title,
          })}
        </PageLink>
      </p>
      <PageTitle>{key.name ?? words.keys.unnamed}</PageTitle>
      <Card>
        <KeyFacts text={text} now={clock.now()} apiKey={key} />
        {key.revokedAt === null && key.lastUsedAt === null && (
          <FirstCall
            href={consolePath(`/installations/keys/${id}`, text.linkQuery)}
            waiting={words.firstCall.waiting}
            received={words.firstCall.received}
          />
        )}
      </Card>
      <Scopes text={text} apiKey={key} mayChange={mayChange && allows(visit.role, "owner")} />
      {mayChange && <Changes text={text} apiKey={key} />}
    </ConsolePage>
  );
}

function KeyFacts({
  text,
  now,
  apiKey,
}: {
  text: MerchantText;
  now: Date;
  apiKey: ApiKeyOverview;
}) {
  const words = text.messages.installations;
  const { mode } = text.messages.console;
  const moment = (at: Date | null) =>
    at ? <Moment text={text} at={at} now={now} /> : text.messages.console.never;
  const state = apiKey.revokedAt
    ? [{ label: words.keys.revoked, value: moment(apiKey.revokedAt) }]
    : [];
  return (
    <Facts
      facts={[
        { label: words.keys.key, value: <code className="font-mono">{maskedKey(apiKey)}</code> },
        {
          label: mode.label,
          value: (
            <Badge tone={apiKey.mode === "test" ? "warning" : "positive"}>
              {mode[apiKey.mode]}
            </Badge>
          ),
        },
        { label: words.keys.createdBy, value: creatorOf(text, apiKey) },
        { label: words.keys.created, value: moment(apiKey.createdAt) },
        { label: words.keys.lastUsed, value: moment(apiKey.lastUsedAt) },
        ...state,
      ]}
    />
  );
}

type ScopesProps = { text: MerchantText; apiKey: ApiKeyOverview; mayChange: boolean };

function Scopes({ text, apiKey, mayChange }: ScopesProps) {
  const { names, column, ofKey: words } = text.messages.installations.scopes;
  const kind = apiKey.scopes ? "scoped" : apiKey.method === "web" ? "web" : "others";
  const scopes = scopesOf(apiKey);
  return (
    <Section id="scopes" title={words.title} lead={words.leads[kind]}>
      {kind === "web" && mayChange ? (
        <ActionForm action={withholdScopesAction}>
          <input type="hidden" name="id" value={apiKey.id} />
          <ScopeChoice text={text} legend={column} scopes={OF_WEB_KEYS} chosen={scopes} />
          <div>
            <SubmitButton look="secondary">{words.save}</SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <ul className="list-disc ps-6">
          {scopes.map((scope) => (
            <li key={scope}>{names[scope]}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Changes({ text, apiKey }: { text: MerchantText; apiKey: ApiKeyOverview }) {
  const { rename, revoke } = text.messages.installations;
  return (
    <>
      <Card labelledBy="rename">
        <div className="grid gap-4">
          <h2 id="rename" className="font-semibold text-lg">
            {rename.title}
          </h2>
          <ActionForm action={renameKeyAction}>
            <input type="hidden" name="id" value={apiKey.id} />
            <div className="max-w-md">
              <FormField
                name="name"
                label={rename.name}
                defaultValue={apiKey.name ?? ""}
                autoComplete="off"
              />
            </div>
            <div>
              <SubmitButton look="secondary">{rename.submit}</SubmitButton>
            </div>
          </ActionForm>
        </div>
      </Card>
      <Card labelledBy="revoke">
        <div className="grid gap-4">
          <h2 id="revoke" className="font-semibold text-lg">
            {revoke.title}
          </h2>
          <p className="text-muted">{revoke.lead}</p>
          <RevokeKey text={text} apiKey={apiKey} action={revokeKeyAction} />
        </div>
      </Card>
    </>
  );
}
