import { CircleCheck } from "lucide-react";
import { Banner } from "#components/ui/banner.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { Receipt } from "#lib/payments/checkout/receipt.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { formatIban, maskIban } from "#lib/platform/iban.ts";
import { sharedReceiptPath } from "./links.ts";
import { ReceiptActions } from "./receipt-actions.tsx";

type Props = { receipt: Receipt; text: Text };

export function ReceiptScreen({ receipt, text }: Props) {
  const { receipt: words } = text.messages;
  const { view, sharingToken } = receipt;
  return (
    <>
      <span className="text-positive">
        <Icon of={CircleCheck} size={32} />
      </span>
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
    { label: common.payee, value: <bdi>{view.payee.name}</bdi> },
    { label: common.iban, value: <bdi dir="ltr">{iban}</bdi>, figures: true },
    { label: common.amount, value: text.amount(view.amount, view.currency), figures: true },
    ...(view.externalId === null
      ? []
      : [{ label: common.order, value: <bdi dir="ltr">{view.externalId}</bdi> }]),
    {
      label: common.reference,
      value: (
        <bdi dir="ltr" className="break-all">
          {reference}
        </bdi>
      ),
    },
    ...(bankName === undefined ? [] : [{ label: words.bank, value: <bdi>{bankName}</bdi> }]),
    ...(view.finishedAt === null
      ? []
      : [
          {
            label: common.time,
            value: <time dateTime={view.finishedAt}>{text.dateTime(view.finishedAt)}</time>,
            figures: true,
          },
        ]),
  ];
}
