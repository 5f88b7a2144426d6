import { Hourglass } from "lucide-react";
import { Banner } from "#components/ui/banner.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { isWorthWaiting, type ScreenProps } from "./screen.ts";
import { TransferWaitingScreen } from "./transfer-waiting-screen.tsx";

/** The bank has the payer's approval, or a transfer is on its way, and nothing is final. Never an error while unknown. */
export function ProcessingScreen({ view, text }: ScreenProps) {
  if (view.transfer) {
    return <TransferWaitingScreen view={view} text={text} transfer={view.transfer} />;
  }
  const { checkout, handover } = text.messages;
  const { processing } = checkout;
  return (
    <>
      <span className="text-muted">
        <Icon of={Hourglass} size={32} />
      </span>
      <PageTitle lead={processing.lead}>{processing.title}</PageTitle>
      <p className={isWorthWaiting(view) ? "not-framed" : undefined}>
        {text.say(processing.safe, { payee: view.payee.name })}
      </p>
      {view.bankWait?.isLong && (
        <Banner>
          <p>{handover.slow.lead}</p>
          {view.bankWait.askedAt !== null && (
            <p className="text-muted text-sm">
              {text.say(handover.slow.asked, { time: text.time(view.bankWait.askedAt) })}
            </p>
          )}
        </Banner>
      )}
    </>
  );
}
