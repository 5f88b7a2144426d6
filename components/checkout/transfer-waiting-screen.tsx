import { Hourglass } from "lucide";
import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { ShownTransfer } from "#lib/payments/transfers/shown.ts";
import type { ScreenProps } from "./screen.ts";
import { TransferDetails } from "./transfer-details.tsx";

type Props = ScreenProps & {
  transfer: ShownTransfer;
  notSentPath: string;
  /** The way back to the shop or app. */
  children: ReactNode;
};

/** The shopper reported the transfer as sent; it has not arrived yet. */
export function TransferWaitingScreen({ view, text, transfer, notSentPath, children }: Props) {
  const { waiting } = text.messages.transfer;
  return (
    <>
      <span className="text-muted">
        <Icon of={Hourglass} size={32} />
      </span>
      <PageTitle lead={waiting.lead}>{waiting.title}</PageTitle>
      <p>{text.format(waiting.safe, { payee: view.payee.name })}</p>
      <TransferDetails view={view} text={text} reference={transfer.reference} />
      {children}
      <ButtonLink href={notSentPath} look="quiet" wide>
        {waiting.notSent}
      </ButtonLink>
    </>
  );
}
