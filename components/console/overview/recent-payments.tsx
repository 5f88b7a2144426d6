import { StatusBadge } from "#components/console/payments/status-badge.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Time } from "#components/ui/time.tsx";
import { type Along, consolePath } from "#lib/console/paths/links.ts";
import type { ListedPayment } from "#lib/console/payment-history/payment.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; payments: ListedPayment[]; now: Date; along: Along };

/** A whole row is the link to its payment. */
export function RecentPayments({ text, payments, now, along }: Props) {
  const { recent } = text.messages.overview;
  return (
    <section
      aria-labelledby="recent"
      className="rounded-soft border border-line bg-card shadow-card"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 sm:px-6">
        <h2 id="recent" className="font-semibold">
          {recent.title}
        </h2>
        <PageLink
          className="link inline-flex min-h-6 items-center text-sm pointer-coarse:min-h-11"
          href={consolePath("/payments", along)}
        >
          {recent.all}
        </PageLink>
      </div>
      {payments.length === 0 && (
        <p className="border-line border-t px-4 py-4 text-muted sm:px-6">{recent.none}</p>
      )}
      <ul>
        {payments.map(({ id, amount, currency, externalId, createdAt, status, failureReason }) => (
          <li
            key={id}
            className="hinting group relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-line border-t px-4 py-2.5 text-sm last:rounded-b-soft hover:bg-sunken sm:px-6"
          >
            <PageLink
              href={consolePath(`/payments/${id}`, text.linkQuery)}
              className="col-start-1 row-start-2 truncate text-muted no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-accent focus-visible:after:-outline-offset-3 group-hover:underline"
            >
              {externalId ?? id}
            </PageLink>
            <span className="row-start-1 font-semibold text-base tabular-nums">
              {text.amount(amount, currency)}
            </span>
            <span className="row-start-1 justify-self-end">
              <StatusBadge text={text} status={status} failureReason={failureReason} />
            </span>
            <span className="row-start-2 justify-self-end text-muted">
              <Time at={createdAt.toISOString()} ago={text.ago(createdAt, now)} isInRow />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
