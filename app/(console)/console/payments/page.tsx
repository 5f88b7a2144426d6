import type { Metadata } from "next";
import { FollowList } from "#components/console/payments/follow-list.tsx";
import { NoPayments } from "#components/console/payments/no-payments.tsx";
import { PaymentFilters } from "#components/console/payments/payment-filters.tsx";
import { PaymentTable } from "#components/console/payments/payment-table.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/links.ts";
import { isFiltered, parsePaymentQuery } from "#lib/console/payment-history/filter.ts";
import type { PaymentOwner, PaymentPlace } from "#lib/console/payment-history/payment.ts";
import { requireVisit } from "#lib/next/console-session.ts";
import { merchantText } from "#lib/next/text.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import { modeOf, type PageQuery } from "../mode.ts";
import { cursorOf, linkQueryOf, paymentQueryOf } from "./query.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.payments.title };
}

type Props = { searchParams: Promise<PageQuery> };

export default async function PaymentsPage({ searchParams }: Props) {
  const query = await searchParams;
  const visit = await requireVisit("viewer", consolePath("/payments"));
  const [text, { clock, payments: service }] = await Promise.all([merchantText(), getServices()]);
  const words = text.messages.payments;
  const mode = modeOf(query);
  const asked = paymentQueryOf(query);
  const { filter, problems } = parsePaymentQuery(asked);
  const before = cursorOf(query);
  const place = { accountId: visit.account.id, mode, filter, before };
  // Read before the list, so that a change in between is not missed.
  const changes = await service.revision(place);
  const { payments, next } = problems.length > 0 ? NOTHING : await service.list(place);
  const bankNames = await service.bankNames(mode);
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  const hrefOf = (more: { before?: string | undefined } = {}) =>
    consolePath("/payments", { ...along, ...linkQueryOf(asked), ...more });
  const clearHref = consolePath("/payments", along);
  return (
    <ConsolePage visit={visit} section="payments" path="/payments" mode={mode}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageTitle lead={words.lead}>{words.title}</PageTitle>
        <div className="flex flex-wrap gap-3">
          <TransfersLink owner={place} isOffered={visit.account.takesTransfers} along={along} />
          {payments.length > 0 && (
            <ButtonLink
              look="secondary"
              href={consolePath("/payments/export", { ...along, ...linkQueryOf(asked) })}
            >
              {words.list.exportCsv}
            </ButtonLink>
          )}
        </div>
      </div>
      <div>
        <PaymentFilters
          text={text}
          mode={mode}
          asked={asked}
          problems={Object.fromEntries(
            problems.map(({ path, message }) => [path, words.filterProblems[message]]),
          )}
          bankNames={bankNames}
          clearHref={clearHref}
        />
        <FollowList
          key={hrefOf({ before })}
          address={consolePath("/payments/changes", along)}
          {...changes}
          firstPageHref={before === undefined ? undefined : hrefOf()}
          words={words.list}
        />
      </div>
      {problems.length > 0 && (
        <Banner tone="negative" alert>
          <p>{words.filter.wrong}</p>
        </Banner>
      )}
      {payments.length > 0 && (
        <Card>
          <PaymentTable text={text} payments={payments} bankNames={bankNames} now={clock.now()} />
        </Card>
      )}
      {payments.length === 0 && problems.length === 0 && (
        <NoPayments text={text} mode={mode} why={whyEmpty(place)} clearHref={clearHref} />
      )}
      <Pages
        label={words.list.pages}
        newest={before === undefined ? undefined : { href: hrefOf(), words: words.list.newest }}
        older={
          next === undefined
            ? undefined
            : { href: hrefOf({ before: next }), words: words.list.older }
        }
      />
    </ConsolePage>
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
    <ButtonLink look="secondary" href={consolePath("/payments/transfers", along)}>
      {count > 0 ? text.format(words.linkOpen, { count }) : words.link}
    </ButtonLink>
  );
}

const NOTHING = { payments: [], next: undefined };

function whyEmpty({ filter, before }: PaymentPlace): "none" | "no_match" | "no_older" {
  if (before !== undefined) return "no_older";
  return isFiltered(filter) ? "no_match" : "none";
}

type PageLink = { href: string; words: string } | undefined;

function Pages({ label, newest, older }: { label: string; newest: PageLink; older: PageLink }) {
  if (!newest && !older) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap justify-end gap-3">
      {[newest, older].map(
        (link) =>
          link && (
            <ButtonLink key={link.words} look="secondary" href={link.href}>
              {link.words}
            </ButtonLink>
          ),
      )}
    </nav>
  );
}
