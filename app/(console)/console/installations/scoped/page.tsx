import { CreateKey } from "#components/console/installations/create-key.tsx";
import { KeyTable, RevokedKeys } from "#components/console/installations/key-table.tsx";
import { newKeyWords } from "#components/console/installations/new-key-words.ts";
import { ScopeChoice } from "#components/console/installations/scope-choice.tsx";
import { Section } from "#components/console/settings/section.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import { SCOPES, type Scope } from "#lib/merchants/model/scope.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../../console-page.tsx";
import { modeOf, type PageQuery } from "../../mode.ts";
import { mayEdit } from "../../settings/settings-page.tsx";
import { methodPath } from "../setup.ts";
import { createScopedKeyAction, revokeScopedKeyAction } from "./actions.ts";

const PATH = "/installations/scoped";

// While a new key is shown, the list does not contain it yet.
const BESIDE_NEW_KEY = "grid gap-6 [main:has([data-new-key])_&]:hidden";

export const generateMetadata = titleOf((words) => words.installations.scopes.title);

type Props = { searchParams: Promise<PageQuery> };

export default async function ScopedKeysPage({ searchParams }: Props) {
  const visit = await requireVisit("viewer", consolePath(PATH));
  const query = await searchParams;
  const mode = modeOf(query);
  const text = await merchantText();
  const words = text.messages.installations;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <ConsolePage visit={visit} section="installations" path={PATH} mode={mode}>
      <p>
        <PageLink className="link" href={consolePath("/installations", along)}>
          {words.scopes.back}
        </PageLink>
      </p>
      <PageTitle lead={words.scopes.lead}>{words.scopes.title}</PageTitle>
      <div className={BESIDE_NEW_KEY}>
        <Keys visit={visit} mode={mode} />
      </div>
      {mayEdit(visit, "developer") ? (
        <Creation
          mode={mode}
          chosen={SCOPES.filter((scope) => scope === query["scope"])}
          doneHref={consolePath(PATH, along)}
        />
      ) : (
        <p className="text-muted">
          {visit.account.closedAt ? words.create.closed : words.create.viewer}
        </p>
      )}
    </ConsolePage>
  );
}

async function Keys({ visit, mode }: { visit: Visit; mode: Mode }) {
  const [text, { apiKeys, clock }] = await Promise.all([merchantText(), getServices()]);
  const keys = await apiKeys.listScoped(visit.account.id, mode);
  const words = text.messages.installations;
  const hrefOf = ({ id, method }: ApiKeyOverview) =>
    consolePath(`${methodPath(method)}/${id}`, text.linkQuery);
  const shown = { text, now: clock.now(), hrefOf, hasScopes: true };
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  return (
    <Section id="keys" title={words.keys.title}>
      {active.length === 0 ? (
        <p className="text-muted">{words.scopes.none[mode]}</p>
      ) : (
        <KeyTable
          {...shown}
          keys={active}
          revoke={mayEdit(visit, "developer") ? revokeScopedKeyAction : undefined}
        />
      )}
      <RevokedKeys {...shown} keys={keys.filter(({ revokedAt }) => revokedAt !== null)} />
    </Section>
  );
}

type CreationProps = { mode: Mode; chosen: readonly Scope[]; doneHref: string };

async function Creation({ mode, chosen, doneHref }: CreationProps) {
  const text = await merchantText();
  const { create, keys, scopes: words } = text.messages.installations;
  return (
    <Section id="create" title={words.create}>
      <CreateKey
        action={createScopedKeyAction}
        mode={mode}
        name=""
        words={{
          name: create.name,
          nameHint: words.nameHint,
          submit: create.submit,
          made: { ...newKeyWords(text), language: keys.actions },
        }}
        callsHref={consolePath("/installations/keys/")}
        doneHref={doneHref}
        chosen=""
      >
        <ScopeChoice text={text} legend={words.legend} scopes={SCOPES} chosen={chosen} />
      </CreateKey>
    </Section>
  );
}
