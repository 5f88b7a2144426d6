import { Expiry } from "#components/checkout/expiry.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";

export function TimeAndCancel({ view, text }: ScreenProps) {
  return (
    <>
      <Expiry view={view} text={text} />
      <ButtonLink href={payPath(view, "", { confirm: "cancel", ...text.linkQuery })} look="quiet">
        {text.messages.payer.order.cancel}
      </ButtonLink>
    </>
  );
}
