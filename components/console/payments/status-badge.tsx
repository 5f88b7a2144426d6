import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { TransactionStatus } from "#lib/payments/transactions/status.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const TONES: Record<TransactionStatus, BadgeTone> = {
  pending: "neutral",
  processing: "warning",
  succeeded: "positive",
  failed: "negative",
};

export function StatusBadge({ text, status }: { text: MerchantText; status: TransactionStatus }) {
  return <Badge tone={TONES[status]}>{text.messages.payments.status[status]}</Badge>;
}
