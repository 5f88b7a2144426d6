import { PaymentFilters } from "#components/console/payments/payment-filters.tsx";
import { SavedFilters } from "#components/console/payments/saved-filters.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { PaymentQuery, parsePaymentQuery } from "#lib/console/payment-history/filter.ts";
import type { PaymentOwner, PaymentPlace } from "#lib/console/payment-history/payment.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { removeFilterAction } from "./actions.ts";
import type { ListLinks } from "./query.ts";

type Props = {
  text: MerchantText;
  visit: Visit;
  place: PaymentPlace;
  links: ListLinks;
  asked: PaymentQuery;
  problems: ReturnType<typeof parsePaymentQuery>["problems"];
  bankNames: Record<string, string>;
};

export function ListHead({ text, visit, place, links, asked, problems, bankNames }: Props) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="flex min-h-11 items-center">
        <PageTitle>{text.messages.payments.title}</PageTitle>
      </div>
      <Saved visit={visit} mode={place.mode} links={links} />
      <div className="min-w-0 max-w-3xl flex-1 max-lg:order-last max-lg:basis-full">
        <PaymentFilters
          text={text}
          mode={place.mode}
          asked={asked}
          order={links.sorted}
          problems={Object.fromEntries(
            problems.map(({ path, message }) => [
              path,
              text.messages.payments.filterProblems[message],
            ]),
          )}
          bankNames={bankNames}
          clearHref={links.clearHref}
        />
      </div>
      <TransfersLink owner={place} isOffered={visit.account.takesTransfers} along={links.along} />
    </div>
  );
}

type SavedProps = { visit: Visit; mode: Mode; links: ListLinks };

async function Saved({ visit, mode, links }: SavedProps) {
  const [text, { savedFilters }] = await Promise.all([merchantText(), getServices()]);
  const filters = await savedFilters.list({ accountId: visit.account.id, userId: visit.user.id });
  return (
    <SavedFilters
      text={text}
      mode={mode}
      query={links.query}
      filters={filters}
      hrefOf={(saved) =>
        consolePath("/payments", {
          ...links.along,
          ...Object.fromEntries(new URLSearchParams(saved)),
        })
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
