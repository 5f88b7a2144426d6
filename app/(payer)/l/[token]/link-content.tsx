import { LinkForm } from "#components/payer/link-form.tsx";
import { PaidByLink } from "#components/payer/link-payment.tsx";
import type { LinkScreen } from "#components/payer/link-words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { OpenedLink } from "#lib/payments/links/link.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { payLinkAction } from "./actions.ts";

type Props = {
  link: OpenedLink;
  screen: LinkScreen;
  text: Text;
  typed: string | undefined;
  checkoutUrl: string;
};

export function LinkContent({ link, screen, text, typed, checkoutUrl }: Props) {
  const { payment } = link;
  const reference = payment?.reference ?? undefined;
  if (screen.kind === "paid" && payment) {
    const receiptUrl = reference && addressOf(`${checkoutUrl}/receipt`, reference, text);
    return <PaidByLink {...{ link, payment, screen, text, receiptUrl }} />;
  }
  const heading = <PageTitle lead={screen.lead}>{screen.title}</PageTitle>;
  if (screen.kind === "pay") {
    return (
      <>
        {heading}
        <LinkForm link={link} text={text} typed={typed} action={payLinkAction} />
      </>
    );
  }
  if (reference === undefined || (screen.kind !== "unfinished" && screen.kind !== "question")) {
    return heading;
  }
  return (
    <>
      {heading}
      <ButtonLink href={addressOf(checkoutUrl, reference, text)} size="large" wide>
        {text.messages.checkout.goOn}
      </ButtonLink>
    </>
  );
}

/** The checkout's host may be another. */
function addressOf(base: string, reference: string, { linkQuery }: Text): string {
  const url = new URL(base);
  url.searchParams.set("reference", reference);
  if (linkQuery.lang !== undefined) url.searchParams.set("lang", linkQuery.lang);
  return url.href;
}
