import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { formatIban } from "#lib/iban.ts";
import type { ShownTransfer } from "#lib/transfers/shown.ts";
import { Expiry } from "./expiry.tsx";
import { MoreActions } from "./pay-actions.tsx";
import { QrCode } from "./qr-code.tsx";
import type { ScreenProps } from "./screen.ts";
import { TransferDetails } from "./transfer-details.tsx";

type Props = ScreenProps & {
  transfer: ShownTransfer;
  /** Nobody scans the screen they hold. */
  isPhone: boolean;
  /** The shopper says to have sent it. */
  action: (form: FormData) => Promise<void>;
};

/** Paying by a credit transfer of one's own: a code for banking apps, and all there is to type. */
export function TransferScreen({ view, text, transfer, isPhone, action }: Props) {
  const { transfer: words } = text.messages;
  const details = <TransferDetails view={view} text={text} reference={transfer.reference} />;
  const isTest = view.mode === "test";
  const code = transfer.code !== null && (
    <QrCode
      link={transfer.code}
      alternative={text.say(isTest ? words.testQr : words.qr, {
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
        <p className="font-medium">{text.say(words.exact, { payee: view.payee.name })}</p>
        <p className="text-muted">{words.duration}</p>
      </div>
      <form action={action} className="grid gap-3">
        <input type="hidden" name="reference" value={view.reference} />
        {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
        <p className="text-muted text-sm">{words.sentHint}</p>
        <Button wide>{words.sent}</Button>
      </form>
      <Expiry view={view} text={text} />
      {isPhone && code}
      <MoreActions view={view} text={text} shows="transfer" />
    </>
  );
}
