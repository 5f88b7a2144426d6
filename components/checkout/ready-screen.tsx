import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { DeclinedTitle } from "./declined-title.tsx";
import { Expiry } from "./expiry.tsx";
import { checkoutPath } from "./links.ts";
import { MoreActions, PayHere, TryAgain } from "./pay-actions.tsx";
import { PayByApp } from "./pay-by-app.tsx";
import type { ScreenProps } from "./screen.ts";
import { TrustLine } from "./trust-line.tsx";

type Props = ScreenProps & { shows: "qr" | "app"; isPhone: boolean };

/** A code to scan or a link to follow. After a failed payment attempt it shows the reason. */
export function ReadyScreen({ view, text, shows, isPhone }: Props) {
  const isDeclined = view.state === "declined";
  return (
    <>
      <Heading view={view} text={text} shows={shows} />
      {view.progress !== "waiting" && <SomeoneElse view={view} text={text} />}
      {isDeclined && <TryAgain view={view} text={text} />}
      {!(isDeclined && shows === "app") && <PayByApp view={view} text={text} shows={shows} />}
      {shows === "qr" && <Expiry view={view} text={text} />}
      {shows === "qr" && !isDeclined && <PayHere view={view} text={text} />}
      {!isDeclined && <TrustLine view={view} text={text} isNarrowOnly />}
      {shows === "app" && <Expiry view={view} text={text} />}
      {(isPhone || shows === "app") && <CameBack view={view} text={text} />}
      <MoreActions view={view} text={text} shows={shows} isPhone={isPhone} />
    </>
  );
}

function Heading({ view, text, shows }: Omit<Props, "isPhone">) {
  const { declined, ready } = text.messages.checkout;
  if (view.lastDecline !== null) {
    const lead = shows === "qr" ? declined.scanLead : declined.lead;
    return <DeclinedTitle view={view} text={text} lead={lead} />;
  }
  return shows === "qr" ? (
    <PageTitle lead={ready.lead}>{ready.title}</PageTitle>
  ) : (
    <PageTitle>{ready.phoneTitle}</PageTitle>
  );
}

/** For payers who return from the app unpaid. With scripts, `WhenBack` redirects. */
function CameBack({ view, text }: ScreenProps) {
  const path = checkoutPath(view.reference, { view: "back", ...text.linkQuery });
  return (
    <noscript>
      <ButtonLink href={path} look="quiet" wide>
        {text.messages.handover.back.hint}
      </ButtonLink>
    </noscript>
  );
}

function SomeoneElse({ view, text }: ScreenProps) {
  const { opened } = text.messages.checkout;
  if (view.progress === "waiting") return null;
  return (
    <Banner
      title={
        <>
          {opened.code} <bdi dir="ltr">{view.shortCode}</bdi>
        </>
      }
    >
      <p>{opened.steps[view.progress]}</p>
    </Banner>
  );
}
