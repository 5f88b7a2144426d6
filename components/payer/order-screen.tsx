import { Expiry } from "#components/checkout/expiry.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ShortCode } from "#components/checkout/short-code.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { BegunElsewhere } from "./begun-elsewhere.tsx";

export function OrderScreen({ view, text }: ScreenProps) {
  const { payer, checkout } = text.messages;
  const path = (step: "" | "/bank", query = {}) =>
    payPath(view, step, { ...query, ...text.linkQuery });
  return (
    <>
      <PageTitle lead={payer.order.codeHint}>{payer.order.title}</PageTitle>
      <ShortCode label={checkout.opened.code} code={view.shortCode} />
      <BegunElsewhere view={view} text={text} />
      <ButtonLink href={path("/bank")} size="large" wide>
        {payer.order.next}
      </ButtonLink>
      <Expiry view={view} text={text} />
      <ButtonLink href={path("", { confirm: "cancel" })} look="quiet">
        {payer.order.cancel}
      </ButtonLink>
    </>
  );
}
