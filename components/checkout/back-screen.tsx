import { Later } from "#components/ui/later.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { DeclinedTitle } from "./declined-title.tsx";
import { Expiry } from "./expiry.tsx";
import { payAddress } from "./links.ts";
import { MoreActions, OpenLinks, TryAgain } from "./pay-actions.tsx";
import type { ScreenProps } from "./screen.ts";

export function BackScreen({ view, text }: ScreenProps) {
  const { checkout, handover } = text.messages;
  const { back } = handover;
  const isDeclined = view.state === "declined";
  const isOpened = view.state === "opened";
  return (
    <>
      {isDeclined ? (
        <DeclinedTitle view={view} text={text} lead={checkout.declined.lead} />
      ) : (
        <Title view={view} text={text} />
      )}
      {isDeclined ? (
        <TryAgain view={view} text={text} />
      ) : (
        <OpenLinks
          view={view}
          text={text}
          label={isOpened ? back.resume : back.tryAgain}
          // A payer who is already at the bank continues there.
          link={
            view.progress === "at_bank" ? payAddress(view, "/result", text.linkQuery) : undefined
          }
        />
      )}
      <Expiry view={view} text={text} />
      <MoreActions view={view} text={text} shows="app" />
    </>
  );
}

/** The other tab gets a minute after its last step. */
function Title({ view, text }: ScreenProps) {
  const { handover, payer } = text.messages;
  const { back } = handover;
  const lead = leadOf({ view, text });
  const title = view.progress === "at_bank" ? payer.unpaid.title : back.title;
  const unpaid = <PageTitle lead={lead}>{title}</PageTitle>;
  if (view.state !== "opened") return unpaid;
  return (
    <Later version={view.version} seconds={60} later={unpaid}>
      <PageTitle lead={lead}>{back.otherTab}</PageTitle>
    </Later>
  );
}

function leadOf({ view, text }: ScreenProps): string {
  const { back } = text.messages.handover;
  if (view.state === "opened") return view.progress === "at_bank" ? back.atBank : back.notFinished;
  return view.appLink === null ? back.notOpened : back.appNotOpened;
}
