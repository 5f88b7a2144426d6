import { Expiry } from "#components/checkout/expiry.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";

/** The quiet end of a step: the time left, and back to the order or, where there is no order page, the way out. */
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
