import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { LinkStatus } from "#lib/payments/model/link.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const TONES: Record<LinkStatus, BadgeTone> = {
  active: "positive",
  paid: "neutral",
  expired: "neutral",
  stopped: "neutral",
};

export function LinkStatusBadge({ text, status }: { text: MerchantText; status: LinkStatus }) {
  return <Badge tone={TONES[status]}>{text.messages.paymentLinks.status[status]}</Badge>;
}
