import { FollowList } from "#components/console/payments/follow-list.tsx";
import { NoPayments } from "#components/console/payments/no-payments.tsx";
import { SEARCH_ID } from "#components/console/payments/payment-filters.tsx";
import { PaymentTable } from "#components/console/payments/payment-table.tsx";
import { PaymentTotals } from "#components/console/payments/payment-totals.tsx";
import { SaveFilter } from "#components/console/payments/saved-filters.tsx";
import { Shortcuts } from "#components/console/payments/shortcuts.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { isFiltered, parsePaymentQuery } from "#lib/console/payment-history/filter.ts";
import type { PaymentOrder, PaymentPlace } from "#lib/console/payment-history/payment.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import { modeOf, type PageQuery } from "../mode.ts";
import { saveFilterAction } from "./actions.ts";
import { ListHead } from "./list-head.tsx";
import {
  cursorOf,
  cursorQueryOf,
  type ListLinks,
  linksOf,
  orderOf,
  orderQueryOf,
  paymentQueryOf,
} from "./query.ts";

export const generateMetadata = titleOf((words) => words.payments.title);

type Props = { searchParams: Promise<PageQuery> };

export default async function PaymentsPage({ searchParams }: Props) {
  const query = await searchParams;
  const visit = await requireVisit("viewer", consolePath("/payments"));
  const [text, { payments: service }] = await Promise.all([merchantText(), getServices()]);
  const words = text.messages.payments;
  const mode = modeOf(query);
  const order = orderOf(query);
  const asked = paymentQueryOf(query);
  const links = linksOf(mode, asked, order, text.linkQuery);
  const { along, sorted, hrefOf, clearHref } = links;
  const { filter, problems } = parsePaymentQuery(asked);
  const cursor = cursorOf(query);
  const place = { accountId: visit.account.id, mode, filter, order, cursor };
  // Read before the list, so that a change in between is not missed.
  const changes = await service.revision(place);
  const [page, bankNames] = await Promise.all([
    problems.length > 0 ? NOTHING : service.listWithTotals(place),
    service.bankNames(mode),
  ]);
  const { payments, previous, next, totals } = page;
  return (
    <ConsolePage visit={visit} section="payments" path="/payments" mode={mode} isWide>
      <ListHead
        text={text}
        visit={visit}
        place={place}
        links={links}
        asked={asked}
        problems={problems}
        bankNames={bankNames}
      />
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
          {totals && <PaymentTotals text={text} totals={totals} />}
          <ListActions text={text} place={place} links={links} hasPayments={payments.length > 0} />
        </div>
        <FollowList
          key={hrefOf({ ...sorted, ...cursorQueryOf(cursor) })}
          address={consolePath("/payments/changes", along)}
          {...changes}
          firstPageHref={cursor === undefined ? undefined : hrefOf(sorted)}
          words={words.list}
        />
      </div>
      {problems.length > 0 && (
        <Banner tone="negative" alert>
          <p>{words.filter.wrong}</p>
        </Banner>
      )}
      {payments.length > 0 && (
        <Card padding="none">
          <PaymentTable
            text={text}
            payments={payments}
            bankNames={bankNames}
            order={order}
            hrefOf={(other) => hrefOf(orderQueryOf(other))}
          />
        </Card>
      )}
      {payments.length === 0 && problems.length === 0 && (
        <NoPayments text={text} mode={mode} why={whyEmpty(place)} clearHref={clearHref} />
      )}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <Shortcuts searchId={SEARCH_ID} words={words.shortcuts} />
        <Pages
          text={text}
          order={order}
          previousHref={previous && hrefOf({ ...sorted, ...cursorQueryOf({ before: previous }) })}
          nextHref={next && hrefOf({ ...sorted, ...cursorQueryOf({ after: next }) })}
        />
      </div>
    </ConsolePage>
  );
}

type ListActionsProps = {
  text: MerchantText;
  place: PaymentPlace;
  links: ListLinks;
  hasPayments: boolean;
};

function ListActions({ text, place, links, hasPayments }: ListActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-sm sm:-my-1.5">
      <PageLink
        className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
        href={consolePath("/payments/report", links.along)}
      >
        {text.messages.books.link}
      </PageLink>
      {isFiltered(place.filter) && (
        <SaveFilter text={text} mode={place.mode} query={links.query} save={saveFilterAction} />
      )}
      {hasPayments && (
        <a
          className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
          href={consolePath("/payments/export", { ...links.along, ...links.shown })}
        >
          {text.messages.payments.list.exportCsv}
        </a>
      )}
    </div>
  );
}

const NOTHING = { payments: [], previous: undefined, next: undefined, totals: undefined };

function whyEmpty({ filter, cursor }: PaymentPlace): "none" | "no_match" | "no_older" {
  if (cursor !== undefined) return "no_older";
  return isFiltered(filter) ? "no_match" : "none";
}

type PagesProps = {
  text: MerchantText;
  order: PaymentOrder;
  previousHref: string | undefined;
  nextHref: string | undefined;
};

function Pages({ text, order: { by, direction }, previousHref, nextHref }: PagesProps) {
  const { list } = text.messages.payments;
  const isNewestFirst = by === "created" && direction === "desc";
  if (previousHref === undefined && nextHref === undefined) return null;
  return (
    <nav aria-label={list.pages} className="flex flex-wrap gap-3">
      {previousHref !== undefined && (
        <PageButton look="secondary" href={previousHref}>
          {isNewestFirst ? list.newer : list.previous}
        </PageButton>
      )}
      {nextHref !== undefined && (
        <PageButton look="secondary" href={nextHref}>
          {isNewestFirst ? list.older : list.next}
        </PageButton>
      )}
    </nav>
  );
}
