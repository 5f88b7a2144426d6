import { Section } from "#components/console/settings/section.tsx";
import { StatementTable } from "#components/console/settings/statement-table.tsx";
import { CodeTabs } from "#components/ui/code-tabs.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { statementSnippets } from "#lib/console/snippets/statements.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { modeOf, type PageQuery } from "../../mode.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";

const PATH = "/settings/statements";

export const generateMetadata = settingsMetadata("statements");

type Props = { searchParams: Promise<PageQuery> };

export default async function StatementsPage({ searchParams }: Props) {
  const visit = await requireVisit("viewer", consolePath(PATH));
  const mode = modeOf(await searchParams);
  return (
    <SettingsPage visit={visit} tab="statements" needed="developer" mode={mode}>
      <Keys visit={visit} mode={mode} />
      <HowToSend />
      <Recent visit={visit} mode={mode} />
    </SettingsPage>
  );
}

type Shown = { visit: Visit; mode: Mode };

async function Keys({ visit, mode }: Shown) {
  const text = await merchantText();
  const words = text.messages.settings.statements;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <Section id="keys" title={words.title} lead={words.lead}>
      <p>
        <PageLink
          className="link"
          href={consolePath("/installations/scoped", { ...along, scope: "statements" })}
        >
          {mayEdit(visit, "developer") ? words.create : text.messages.installations.scopes.open}
        </PageLink>
      </p>
    </Section>
  );
}

async function HowToSend() {
  const [text, { env }] = await Promise.all([merchantText(), getServices()]);
  const words = text.messages.settings.statements;
  return (
    <Section id="send" title={words.send} lead={words.sendLead}>
      <CodeTabs legend={words.send} name="send-statement" tabs={statementSnippets(env.BASE_URL)} />
    </Section>
  );
}

async function Recent({ visit, mode }: Shown) {
  const [text, { transfers, clock }] = await Promise.all([merchantText(), getServices()]);
  const statements = await transfers.imports({ accountId: visit.account.id, mode });
  const words = text.messages.settings.statements;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <Section id="recent" title={words.recent}>
      {statements.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <StatementTable
          text={text}
          now={clock.now()}
          statements={statements}
          hrefOf={(id) => consolePath("/payments/transfers", { ...along, import: id })}
        />
      )}
      <p>
        <PageLink className="link" href={consolePath("/payments/transfers", along)}>
          {words.upload}
        </PageLink>
      </p>
    </Section>
  );
}
