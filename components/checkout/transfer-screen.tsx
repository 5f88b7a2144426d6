import { Banner } from "#components/ui/banner.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { ShownTransfer } from "#lib/payments/transfers/shown.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { Expiry } from "./expiry.tsx";
import { MoreActions } from "./pay-actions.tsx";
import { QrCode } from "./qr-code.tsx";
import type { ScreenProps } from "./screen.ts";
import { TransferDetails } from "./transfer-details.tsx";
import { TransferSent } from "./transfer-sent.tsx";

type Props = ScreenProps & {
  transfer: ShownTransfer;
  /** Hides the QR code: payers can't scan their own screen. */
  isPhone: boolean;
  action: (form: FormData) => Promise<void>;
};

export function TransferScreen({ view, text, transfer, isPhone, action }: Props) {
  const { transfer: words } = text.messages;
  const details = <TransferDetails view={view} text={text} reference={transfer.reference} />;
  const isTest = view.mode === "test";
  const code = transfer.code !== null && (
    <QrCode
      content={transfer.code}
      alternative={text.format(isTest ? words.testQr : words.qr, {
        amount: text.amount(view.amount, view.currency),
        payee: view.payee.name,
        iban: formatIban(view.payee.iban),
        reference: transfer.reference,
      })}
    />
  );
  return (
    <>
      <PageTitle lead={isPhone || !code ? words.phoneLead : words.lead}>{words.title}</PageTitle>
      {isTest && (
        <Banner tone="warning">
          <p>{words.test}</p>
        </Banner>
      )}
      {isPhone ? (
        details
      ) : (
        <>
          {code}
          {details}
        </>
      )}
      <div className="grid gap-2">
        <p className="font-medium">{text.format(words.exact, { payee: view.payee.name })}</p>
        <p className="text-muted">{words.duration}</p>
      </div>
      <TransferSent view={view} text={text} action={action} />
      <Expiry view={view} text={text} />
      {isPhone && code}
      <MoreActions view={view} text={text} shows="transfer" />
    </>
  );
}
