import { Expiry } from "#components/checkout/expiry.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";

/** The time left, and a link back to the order. Without an order page, a link to cancel. */
export function WayBack({ view, text }: ScreenProps) {
  const { common, payer } = text.messages;
  const hasOrderPage = view.flow === "web";
  const query = hasOrderPage ? {} : { confirm: "cancel" };
  return (
    <>
      <Expiry view={view} text={text} />
      <ButtonLink href={payPath(view, "", { ...query, ...text.linkQuery })} look="quiet">
        {hasOrderPage ? common.back : payer.order.cancel}
      </ButtonLink>
    </>
  );
}
