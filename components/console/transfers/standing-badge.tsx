import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { Standing } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const TONES: Record<Standing, BadgeTone> = {
  paid: "positive",
  wrong_amount: "negative",
  too_late: "negative",
  already_paid: "negative",
  being_paid: "warning",
  unknown_reference: "warning",
};

export function StandingBadge({ text, standing }: { text: MerchantText; standing: Standing }) {
  return <Badge tone={TONES[standing]}>{text.messages.transfers.standings[standing]}</Badge>;
}
