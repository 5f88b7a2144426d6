import { Hourglass } from "lucide";
import type { ReactNode } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { approvalWords } from "./outcome-words.ts";
import { isWorthWaiting, type ScreenProps } from "./screen.ts";
import { TransferWaitingScreen } from "./transfer-waiting-screen.tsx";

type Props = ScreenProps & {
  /** `_top` in the checkout, which may be in the shop's frame. The payer's page never is. */
  linkTarget: "_top" | "_self";
  /** Asks whether the reported transfer was not sent. */
  notSentPath: string;
  /** The way back to an app. */
  children?: ReactNode;
};

/** At the bank or transfer under way, but not final. Says what the bank last said. An unknown status never shows as an error. */
export function ProcessingScreen({ linkTarget, notSentPath, children, ...props }: Props) {
  const { view, text } = props;
  const wayBack = (
    <>
      {view.returnUrl !== null && (
        <ButtonLink href={view.returnUrl} target={linkTarget} look="secondary" wide>
          {text.format(text.messages.common.returnToShop, { payee: view.payee.name })}
        </ButtonLink>
      )}
      {children}
    </>
  );
  if (view.transfer) {
    return (
      <TransferWaitingScreen {...props} transfer={view.transfer} notSentPath={notSentPath}>
        {wayBack}
      </TransferWaitingScreen>
    );
  }
  return (
    <>
      <BankWaitingScreen {...props} />
      {wayBack}
    </>
  );
}

function BankWaitingScreen({ view, text }: ScreenProps) {
  const { checkout, handover } = text.messages;
  const { processing } = checkout;
  const words = approvalWords(view, text) ?? processing;
  return (
    <>
      <span className="text-muted">
        <Icon of={Hourglass} size={32} />
      </span>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <p className={isWorthWaiting(view) ? "not-framed" : undefined}>
        {text.format(processing.safe, { payee: view.payee.name })}
      </p>
      {view.bankWait?.isLong && view.bankWait.approval === "given" && (
        <Banner>
          <p>{handover.slow.lead}</p>
          {view.bankWait.askedAt !== null && (
            <p className="text-muted text-sm">
              {text.format(handover.slow.asked, { time: text.time(view.bankWait.askedAt) })}
            </p>
          )}
        </Banner>
      )}
    </>
  );
}
