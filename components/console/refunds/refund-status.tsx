import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { RefundStatus } from "#lib/payments/model/refund.ts";
import type { Refund } from "#lib/payments/refunds/refund.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const TONES: Record<RefundStatus, BadgeTone> = {
  awaiting_account: "warning",
  ready: "warning",
  processing: "neutral",
  succeeded: "positive",
  failed: "negative",
  cancelled: "neutral",
};

type Props = {
  text: MerchantText;
  refund: Pick<Refund, "status" | "failureReason" | "returnedAt">;
};

export function RefundStatusBadge({ text, refund }: Props) {
  const words = text.messages.refunds;
  const { status, failureReason, returnedAt } = refund;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={TONES[status]}>{words.status[status]}</Badge>
      {failureReason && <span className="text-muted">{words.failures[failureReason]}</span>}
      {returnedAt && <Badge tone="negative">{words.returned}</Badge>}
    </span>
  );
}
