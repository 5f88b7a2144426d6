import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { FailureReason, TransactionStatus } from "#lib/payments/model/status.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const TONES: Record<TransactionStatus, BadgeTone> = {
  pending: "neutral",
  processing: "warning",
  succeeded: "positive",
  failed: "negative",
};

// Shoppers who changed their mind: nothing went wrong.
const CALM: ReadonlySet<FailureReason | null> = new Set(["cancelled", "expired", "superseded"]);

type Props = {
  text: MerchantText;
  status: TransactionStatus;
  failureReason?: FailureReason | null;
};

export function StatusBadge({ text, status, failureReason = null }: Props) {
  const tone = CALM.has(failureReason) ? "neutral" : TONES[status];
  return <Badge tone={tone}>{text.messages.payments.status[status]}</Badge>;
}
