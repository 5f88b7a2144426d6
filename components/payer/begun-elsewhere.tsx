import type { ScreenProps } from "#components/checkout/screen.ts";
import { Banner } from "#components/ui/banner.tsx";

/** Warns that another payer is at a bank with this order. */
export function BegunElsewhere({ view, text }: ScreenProps) {
  const { elsewhere } = text.messages.handover;
  if (!view.isBegunElsewhere) return null;
  return (
    <Banner title={elsewhere.title}>
      <p>{elsewhere.atBank}</p>
    </Banner>
  );
}
