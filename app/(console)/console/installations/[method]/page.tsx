import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CreateKey } from "#components/console/installations/create-key.tsx";
import { FirstCall } from "#components/console/installations/first-call.tsx";
import { Guide } from "#components/console/installations/guide.tsx";
import { KeyTable, RevokedKeys } from "#components/console/installations/key-table.tsx";
import { MethodTabs } from "#components/console/installations/method-tabs.tsx";
import { newKeyWords } from "#components/console/installations/new-key-words.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { nextStep } from "#lib/console/onboarding/steps.ts";
import { type Along, consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import {
  INTEGRATION_METHODS,
  type IntegrationMethod,
} from "#lib/merchants/model/integration-method.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { guidePath } from "../../complete-step.ts";
import { ConsolePage } from "../../console-page.tsx";
import { modeOf, type PageQuery } from "../../mode.ts";
import { createKeyAction, revokeKeyAction } from "../actions.ts";
import { hasPayee, methodPath, snippetContext } from "../setup.ts";

// While a new key is shown, the list and the guide are hidden: the list does not contain it yet, and the guide repeats its
// snippets.
const BESIDE_NEW_KEY = "[main:has([data-new-key])_&]:hidden";

type Props = { params: Promise<{ method: string }>; searchParams: Promise<PageQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const method = readMethod((await params).method);
  const words = (await merchantText()).messages.installations;
  return { title: method ? words.methods[method].title : words.title };
}

export default async function MethodPage({ params, searchParams }: Props) {
  const method = readMethod((await params).method) ?? notFound();
  const visit = await requireVisit("viewer", consolePath(methodPath(method)));
  const query = await searchParams;
  const mode = modeOf(query);
  const { apiKeys, clock } = await getServices();
  const [text, all, isPayable, context] = await Promise.all([
    merchantText(),
    apiKeys.list(visit.account.id, mode),
    hasPayee(visit.account.id, mode),
    snippetContext(visit.account, mode),
  ]);
  const along: Along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery };
  const words = text.messages.installations;
  const keys = all.filter((key) => key.method === method);
  const chosen = { language: single(query["snippet"]), platform: single(query["platform"]) };
  return (
    <ConsolePage
      visit={visit}
      section="installations"
      path={methodPath(method)}
      mode={mode}
      guide="key"
    >
      <PageTitle lead={words.methods[method].lead}>{words.methods[method].title}</PageTitle>
      <MethodTabs text={text} method={method} along={along} />
      <div className={BESIDE_NEW_KEY}>
        <Keys text={text} now={clock.now()} keys={keys} mode={mode} visit={visit} along={along} />
      </div>
      <Creation {...{ text, visit, method, mode, along, isPayable }} chosen={chosen.language} />
      <div className={BESIDE_NEW_KEY}>
        <Guide text={text} method={method} context={context} chosen={chosen} along={along} />
      </div>
    </ConsolePage>
  );
}

type KeysProps = {
  text: MerchantText;
  now: Date;
  keys: ApiKeyOverview[];
  mode: Mode;
  visit: Visit;
  along: Along;
};

function Keys({ text, now, keys, mode, visit, along }: KeysProps) {
  const words = text.messages.installations;
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  const hrefOf = ({ id, method }: ApiKeyOverview) =>
    consolePath(`${methodPath(method)}/${id}`, text.linkQuery);
  const [newest] = active;
  return (
    <Card labelledBy="keys">
      <div className="grid gap-4">
        <h2 id="keys" className="font-semibold text-lg">
          {words.keys.title}
        </h2>
        {active.length === 0 ? (
          <p className="text-muted">{words.keys.none[mode]}</p>
        ) : (
          <KeyTable
            text={text}
            now={now}
            keys={active}
            hrefOf={hrefOf}
            revoke={allows(visit.role, "developer") ? revokeKeyAction : undefined}
          />
        )}
        {newest?.lastUsedAt === null && (
          <FirstCall
            href={consolePath(`/installations/keys/${newest.id}`, along)}
            waiting={text.format(words.firstCall.waitingFor, { lastFour: newest.lastFour })}
            received={words.firstCall.received}
          />
        )}
        <RevokedKeys text={text} now={now} keys={revoked} hrefOf={hrefOf} />
      </div>
    </Card>
  );
}

type CreationProps = {
  text: MerchantText;
  visit: Visit;
  method: IntegrationMethod;
  mode: Mode;
  along: Along;
  isPayable: boolean;
  chosen: string | undefined;
};

function Creation(props: CreationProps) {
  const { text, visit, mode, isPayable } = props;
  const words = text.messages.installations.create;
  if (!allows(visit.role, "developer")) return <p className="text-muted">{words.viewer}</p>;
  if (visit.account.closedAt !== null) return <p className="text-muted">{words.closed}</p>;
  const missing = mode === "live" ? words.noPayeeLive : words.noPayeeTest;
  return (
    <>
      {!isPayable && (
        <Banner tone="warning" title={missing.title}>
          <p>{missing.lead}</p>
          <p>
            <PageLink className="link" href={consolePath("/settings/company", text.linkQuery)}>
              {missing.link}
            </PageLink>
          </p>
        </Banner>
      )}
      {isPayable && mode === "live" && <NoWayToPay text={text} visit={visit} />}
      {(isPayable || mode === "test") && <CreationCard {...props} />}
    </>
  );
}

async function NoWayToPay({ text, visit }: Pick<CreationProps, "text" | "visit">) {
  const { onboarding } = await getServices();
  if ((await onboarding.read(visit.account.id)).canBePaid) return null;
  const words = text.messages.installations.create.noWayLive;
  return (
    <Banner tone="warning" title={words.title}>
      <p>{words.lead}</p>
      <p>
        <PageLink className="link" href={consolePath("/settings/ways-to-be-paid", text.linkQuery)}>
          {words.link}
        </PageLink>
      </p>
    </Banner>
  );
}

async function CreationCard({ text, visit, method, mode, along, chosen = "" }: CreationProps) {
  const { create: words, methods } = text.messages.installations;
  const doneHref = await pathAfterKey(visit, mode, consolePath(methodPath(method), along));
  return (
    <Card labelledBy="create">
      <div className="grid gap-4">
        <h2 id="create" className={`font-semibold text-lg ${BESIDE_NEW_KEY}`}>
          {words.title}
        </h2>
        <CreateKey
          action={createKeyAction}
          method={method}
          mode={mode}
          name={text.format(words.defaultName, { method: methods[method].name })}
          words={{
            name: words.name,
            nameHint: words.nameHint,
            submit: words.submit,
            made: newKeyWords(text),
          }}
          callsHref={consolePath("/installations/keys/")}
          doneHref={doneHref}
          chosen={chosen}
        />
      </div>
    </Card>
  );
}

/** A test key leads to the next step of the setup guide, while there is one. */
async function pathAfterKey({ account }: Visit, mode: Mode, list: string): Promise<string> {
  const { onboarding } = await getServices();
  const progress = await onboarding.read(account.id);
  const isGuided = mode === "test" && !progress.isDismissed && nextStep(progress, "key");
  return isGuided ? guidePath(progress, "key") : list;
}

function readMethod(text: string): IntegrationMethod | undefined {
  return INTEGRATION_METHODS.find((method) => method === text);
}

function single(value: PageQuery[string]): string | undefined {
  return typeof value === "string" ? value : undefined;
}
