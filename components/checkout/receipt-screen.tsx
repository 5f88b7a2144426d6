import { Banner } from "#components/ui/banner.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { Tick } from "#components/ui/tick.tsx";
import type { Receipt } from "#lib/payments/checkout/receipt.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { formatIban, maskIban } from "#lib/platform/values/iban.ts";
import { sharedReceiptPath } from "./links.ts";
import { ReceiptActions } from "./receipt-actions.tsx";
import { timeFact } from "./receipt-details.tsx";

type Props = { receipt: Receipt; text: Text };

export function ReceiptScreen({ receipt, text }: Props) {
  const { receipt: words } = text.messages;
  const { view, sharingToken } = receipt;
  return (
    <>
      <Tick />
      {view.mode === "test" ? (
        <>
          <PageTitle>{words.title}</PageTitle>
          <Banner tone="warning">
            <p>{words.mark}</p>
          </Banner>
        </>
      ) : (
        <PageTitle lead={words.lead}>{words.title}</PageTitle>
      )}
      <Facts facts={factsOf({ receipt, text })} />
      <p className="text-muted text-sm">{words.note}</p>
      <ReceiptActions
        printText={words.print}
        {...(sharingToken !== undefined && {
          share: {
            path: sharedReceiptPath(sharingToken),
            title: text.format(words.tab, { payee: view.payee.name }),
            text: words.share,
            hint: words.shareHint,
            doneText: words.copied,
            failedText: words.shareFailed,
          },
        })}
      />
      <noscript>
        <p className="text-center text-muted text-sm print:hidden">{words.printHint}</p>
      </noscript>
    </>
  );
}

function factsOf({ receipt, text }: Props): Fact[] {
  const { common, receipt: words } = text.messages;
  const { view, bankName, sharingToken } = receipt;
  const isOwn = sharingToken !== undefined;
  const iban = isOwn ? formatIban(view.payee.iban) : maskIban(view.payee.iban);
  const reference = isOwn ? view.reference : view.transactionId;
  return [
    { label: common.iban, value: <bdi dir="ltr">{iban}</bdi>, figures: true },
    {
      label: common.reference,
      value: (
        <bdi dir="ltr" className="break-all">
          {reference}
        </bdi>
      ),
    },
    ...(bankName === undefined ? [] : [{ label: words.bank, value: <bdi>{bankName}</bdi> }]),
    ...(view.finishedAt === null ? [] : [timeFact(view.finishedAt, text)]),
  ];
}
