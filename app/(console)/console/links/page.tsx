import type { Metadata } from "next";
import type { ReactNode } from "react";
import { LinkTable } from "#components/console/links/link-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageForm } from "#components/ui/page-form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { LINK_STATUSES, type LinkStatus } from "#lib/payments/model/link.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import { modeOf, type PageQuery } from "../mode.ts";

const PATH = "/links";
const PAGE_SIZE = 50;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.paymentLinks.title };
}

type Props = { searchParams: Promise<PageQuery> };

export default async function LinksPage({ searchParams }: Props) {
  const query = await searchParams;
  const visit = await requireVisit("viewer", consolePath(PATH));
  const [text, { links: service }] = await Promise.all([merchantText(), getServices()]);
  const words = text.messages.paymentLinks;
  const mode = modeOf(query);
  const status = LINK_STATUSES.find((one) => one === query["status"]);
  const before = readId("plink", query["before"]);
  const owner = { accountId: visit.account.id, mode };
  const found = await service.list({ ...owner, status, before, limit: PAGE_SIZE + 1 });
  const links = found.slice(0, PAGE_SIZE);
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  const mayCreate = allows(visit.role, "developer") && !visit.account.closedAt;
  const isNew = links.length === 0 && status === undefined && before === undefined;
  return (
    <ConsolePage visit={visit} section="links" path={PATH} mode={mode}>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageTitle lead={words.lead}>{words.title}</PageTitle>
        {mayCreate && !isNew && <CreateButtons text={text} along={along} />}
      </div>
      {!isNew && <StatusFilter text={text} mode={mode} status={status} />}
      {links.length > 0 ? (
        <Card>
          <LinkTable text={text} links={links} />
        </Card>
      ) : (
        <NoLinks text={text} why={isNew ? "new" : before ? "end" : "no_match"} along={along}>
          {mayCreate ? (
            <CreateButtons text={text} along={along} />
          ) : (
            <p className="text-muted text-sm">{words.needsDeveloper}</p>
          )}
        </NoLinks>
      )}
      <Pages
        text={text}
        query={{ ...along, status }}
        isFirst={before === undefined}
        next={found.length > PAGE_SIZE ? links.at(-1)?.id : undefined}
      />
    </ConsolePage>
  );
}

type Along = Record<string, string | undefined>;

function CreateButtons({ text, along }: { text: MerchantText; along: Along }) {
  const words = text.messages.paymentLinks;
  return (
    <div className="flex flex-wrap gap-3">
      <PageButton href={consolePath(`${PATH}/new`, along)}>{words.create}</PageButton>
      <PageButton look="secondary" href={consolePath(`${PATH}/till`, along)}>
        {words.takeAmount}
      </PageButton>
    </div>
  );
}

type FilterProps = { text: MerchantText; mode: Mode; status: LinkStatus | undefined };

function StatusFilter({ text, mode, status }: FilterProps) {
  const words = text.messages.paymentLinks;
  const options = LINK_STATUSES.map((value) => ({ value, label: words.status[value] }));
  return (
    <PageForm action={consolePath(PATH)} className="flex flex-wrap items-end gap-3">
      {mode === "live" && <input type="hidden" name="mode" value="live" />}
      <div className="w-48">
        <SelectField
          name="status"
          label={words.list.filter}
          options={[{ value: "", label: words.list.all }, ...options]}
          defaultValue={status ?? ""}
        />
      </div>
      <Button look="secondary">{text.messages.console.show}</Button>
    </PageForm>
  );
}

type NoLinksProps = {
  text: MerchantText;
  why: "new" | "no_match" | "end";
  along: Along;
  children: ReactNode;
};

function NoLinks({ text, why, along, children }: NoLinksProps) {
  const words = text.messages.paymentLinks.empty;
  if (why === "new") {
    return (
      <EmptyState title={words.title} lead={words.lead}>
        {children}
      </EmptyState>
    );
  }
  const isEnd = why === "end";
  return (
    <EmptyState
      title={isEnd ? words.endTitle : words.noMatchTitle}
      lead={isEnd ? words.endLead : words.noMatchLead}
    >
      <PageButton look="secondary" href={consolePath(PATH, along)}>
        {words.showAll}
      </PageButton>
    </EmptyState>
  );
}

type PagesProps = {
  text: MerchantText;
  query: Along;
  isFirst: boolean;
  next: string | undefined;
};

function Pages({ text, query, isFirst, next }: PagesProps) {
  const { list } = text.messages.paymentLinks;
  if (isFirst && next === undefined) return null;
  return (
    <nav aria-label={list.pages} className="flex flex-wrap justify-end gap-3">
      {!isFirst && (
        <PageButton look="secondary" href={consolePath(PATH, query)}>
          {list.newest}
        </PageButton>
      )}
      {next !== undefined && (
        <PageButton look="secondary" href={consolePath(PATH, { ...query, before: next })}>
          {list.older}
        </PageButton>
      )}
    </nav>
  );
}
