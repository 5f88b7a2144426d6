import { Banner } from "#components/ui/banner.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { Expiry } from "./expiry.tsx";
import { MoreActions, OpenLinks, PayHere } from "./pay-actions.tsx";
import { QrCode } from "./qr-code.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & { shows: "qr" | "app" };

/** Waiting for a payer: the code to scan, or the link to follow. After a failed try it says what happened. */
export function ReadyScreen({ view, text, shows }: Props) {
  const { checkout } = text.messages;
  return (
    <>
      <Heading view={view} text={text} shows={shows} />
      {view.progress !== "waiting" && <SomeoneElse view={view} text={text} />}
      {shows === "qr" ? (
        <QrCode
          link={view.payLink}
          alternative={text.say(checkout.qr, {
            amount: text.amount(view.amount, view.currency),
            payee: view.payee.name,
            time: text.time(view.expiresAt),
          })}
        />
      ) : (
        <OpenLinks view={view} text={text} />
      )}
      <Expiry view={view} text={text} />
      {shows === "qr" && <PayHere view={view} text={text} />}
      <MoreActions view={view} text={text} shows={shows} />
    </>
  );
}

function Heading({ view, text, shows }: Props) {
  const { declined, ready } = text.messages.checkout;
  if (view.lastDecline !== null) {
    const left =
      view.attemptsLeft <= 2 && text.say(declined.attemptsLeft, { count: view.attemptsLeft });
    return (
      <PageTitle
        lead={
          <>
            {shows === "qr" ? declined.scanLead : declined.lead} {left}
          </>
        }
      >
        {declined.titles[view.lastDecline]}
      </PageTitle>
    );
  }
  return shows === "qr" ? (
    <PageTitle lead={ready.lead}>{ready.title}</PageTitle>
  ) : (
    <PageTitle lead={ready.phoneLead}>{ready.phoneTitle}</PageTitle>
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
