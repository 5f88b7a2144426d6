import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { TransferStatus } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const TONES: Record<TransferStatus, BadgeTone> = {
  paid: "positive",
  part: "positive",
  awaiting_rest: "warning",
  wrong_amount: "negative",
  too_late: "negative",
  already_paid: "negative",
  being_paid: "warning",
  unknown_reference: "warning",
};

export function TransferStatusBadge({
  text,
  status,
}: {
  text: MerchantText;
  status: TransferStatus;
}) {
  return <Badge tone={TONES[status]}>{text.messages.transfers.statuses[status]}</Badge>;
}
