import { ExactTime } from "#components/ui/exact-time.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { type Refund, refundEndToEndId } from "#lib/payments/refunds/refund.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { type RefundActions, RefundForms } from "./refund-forms.tsx";
import { RefundStatusBadge } from "./refund-status.tsx";

type Props = {
  text: MerchantText;
  label: string;
  refunds: Refund[];
  /** `undefined` for read-only members. */
  actions: RefundActions | undefined;
  /** Not on the payment's own page. */
  linksPayment: boolean;
};

export function RefundList({ text, label, refunds, actions, linksPayment }: Props) {
  return (
    <ul aria-label={label} className="grid divide-y divide-line">
      {refunds.map((refund) => (
        <li key={refund.id} className="grid gap-3 py-4 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RefundStatusBadge text={text} refund={refund} />
            <span className="whitespace-nowrap font-medium">
              {text.amount(refund.amount, refund.currency)}
            </span>
            {linksPayment && (
              <PageLink
                className="link"
                href={consolePath(`/payments/${refund.transactionId}`, text.linkQuery)}
              >
                {refund.externalId ?? refund.transactionId}
              </PageLink>
            )}
            <span className="text-muted tabular-nums wrap-anywhere">
              {refundEndToEndId(refund.id)}
            </span>
            <span className="text-muted">
              <ExactTime at={refund.createdAt} />
            </span>
          </p>
          {refund.reason && <p className="text-muted wrap-anywhere">{refund.reason}</p>}
          {actions && <RefundForms text={text} refund={refund} actions={actions} />}
        </li>
      ))}
    </ul>
  );
}
