import type { Metadata } from "next";
import { FollowList } from "#components/console/payments/follow-list.tsx";
import { NoPayments } from "#components/console/payments/no-payments.tsx";
import { PaymentFilters, SEARCH_ID } from "#components/console/payments/payment-filters.tsx";
import { PaymentTable } from "#components/console/payments/payment-table.tsx";
import { PaymentTotals } from "#components/console/payments/payment-totals.tsx";
import { SavedFilters, SaveFilter } from "#components/console/payments/saved-filters.tsx";
import { Shortcuts } from "#components/console/payments/shortcuts.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { isFiltered, parsePaymentQuery } from "#lib/console/payment-history/filter.ts";
import type {
  PaymentOrder,
  PaymentOwner,
  PaymentPlace,
} from "#lib/console/payment-history/payment.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import { modeOf, type PageQuery } from "../mode.ts";
import { removeFilterAction, saveFilterAction } from "./actions.ts";
import {
  cursorOf,
  cursorQueryOf,
  linkQueryOf,
  orderOf,
  orderQueryOf,
  paymentQueryOf,
} from "./query.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.payments.title };
}

type Props = { searchParams: Promise<PageQuery> };

export default async function PaymentsPage({ searchParams }: Props) {
  const query = await searchParams;
  const visit = await requireVisit("viewer", consolePath("/payments"));
  const [text, { payments: service }] = await Promise.all([merchantText(), getServices()]);
  const words = text.messages.payments;
  const mode = modeOf(query);
  const order = orderOf(query);
  const asked = paymentQueryOf(query);
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
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  const shown = linkQueryOf(asked);
  const sorted = orderQueryOf(order);
  const hrefOf = (more: Record<string, string | undefined>) =>
    consolePath("/payments", { ...along, ...shown, ...more });
  const clearHref = consolePath("/payments", { ...along, ...sorted });
  return (
    <ConsolePage visit={visit} section="payments" path="/payments" mode={mode} isWide>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-h-11 items-center">
          <PageTitle>{words.title}</PageTitle>
        </div>
        <Saved visit={visit} mode={mode} query={{ ...shown, ...sorted }} along={along} />
        <div className="min-w-0 max-w-3xl flex-1 max-lg:order-last max-lg:basis-full">
          <PaymentFilters
            text={text}
            mode={mode}
            asked={asked}
            order={sorted}
            problems={Object.fromEntries(
              problems.map(({ path, message }) => [path, words.filterProblems[message]]),
            )}
            bankNames={bankNames}
            clearHref={clearHref}
          />
        </div>
        <TransfersLink owner={place} isOffered={visit.account.takesTransfers} along={along} />
      </div>
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
          {totals && <PaymentTotals text={text} totals={totals} />}
          <div className="flex flex-wrap items-center gap-x-5 text-sm sm:-my-1.5">
            {isFiltered(filter) && (
              <SaveFilter
                text={text}
                mode={mode}
                query={queryString({ ...shown, ...sorted })}
                save={saveFilterAction}
              />
            )}
            {payments.length > 0 && (
              <a
                className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
                href={consolePath("/payments/export", { ...along, ...shown })}
              >
                {words.list.exportCsv}
              </a>
            )}
          </div>
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

function queryString(query: Record<string, string | undefined>): string {
  return consolePath("", query).replace(/^[^?]*\??/, "");
}

type SavedProps = {
  visit: Visit;
  mode: Mode;
  query: Record<string, string | undefined>;
  along: Record<string, string | undefined>;
};

async function Saved({ visit, mode, query, along }: SavedProps) {
  const [text, { savedFilters }] = await Promise.all([merchantText(), getServices()]);
  const filters = await savedFilters.list({ accountId: visit.account.id, userId: visit.user.id });
  return (
    <SavedFilters
      text={text}
      mode={mode}
      query={queryString(query)}
      filters={filters}
      hrefOf={(saved) =>
        consolePath("/payments", { ...along, ...Object.fromEntries(new URLSearchParams(saved)) })
      }
      remove={removeFilterAction}
    />
  );
}

type TransfersLinkProps = {
  owner: PaymentOwner;
  isOffered: boolean;
  along: Record<string, string | undefined>;
};

/** Shown if the account takes bank transfers, or still has some to expect or to review. */
async function TransfersLink({ owner, isOffered, along }: TransfersLinkProps) {
  const [text, { transfers, reportedTransfers }] = await Promise.all([
    merchantText(),
    getServices(),
  ]);
  const [unresolved, reported] = await Promise.all([
    transfers.unresolved(owner),
    reportedTransfers.count(owner),
  ]);
  const count = unresolved.count + reported.overdue;
  if (!isOffered && count + reported.count === 0) return null;
  const words = text.messages.transfers;
  return (
    <PageButton look="secondary" href={consolePath("/payments/transfers", along)}>
      {count > 0 ? text.format(words.linkOpen, { count }) : words.link}
    </PageButton>
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
