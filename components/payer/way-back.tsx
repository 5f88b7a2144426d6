import { Expiry } from "#components/checkout/expiry.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";

/** The quiet end of a step: back to the order, or, where there is no order page, the time left and the way out. */
export function WayBack({ view, text }: ScreenProps) {
  const { common, payer } = text.messages;
  if (view.flow === "web") {
    return (
      <ButtonLink href={payPath(view, "", text.linkQuery)} look="quiet">
        {common.back}
      </ButtonLink>
    );
  }
  return (
    <>
      <Expiry view={view} text={text} />
      <ButtonLink href={payPath(view, "", { confirm: "cancel", ...text.linkQuery })} look="quiet">
        {payer.order.cancel}
      </ButtonLink>
    </>
  );
}
