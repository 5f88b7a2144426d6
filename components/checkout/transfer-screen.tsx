import type { ReactNode } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Folded } from "#components/ui/folded.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { ShownTransfer } from "#lib/payments/transfers/shown.ts";
import { formatIban } from "#lib/platform/values/iban.ts";
import { QrCode } from "./qr-code.tsx";
import type { ScreenProps } from "./screen.ts";
import { TransferDetails } from "./transfer-details.tsx";
import { TransferSent } from "./transfer-sent.tsx";

type Props = ScreenProps & {
  transfer: ShownTransfer;
  /** Folds the QR code: payers can't scan their own screen. */
  isPhone: boolean;
  action: (form: FormData) => Promise<void>;
  /** Fields of the action's form. */
  fields: ReactNode;
  /** The time left, and how to cancel. */
  children: ReactNode;
};

export function TransferScreen({ isPhone, action, fields, children, ...props }: Props) {
  const { view, text, transfer } = props;
  const { transfer: words } = text.messages;
  const code = transfer.code !== null && <TransferCode {...props} code={transfer.code} />;
  return (
    <>
      <PageTitle lead={isPhone || !code ? words.phoneLead : words.lead}>{words.title}</PageTitle>
      {view.mode === "test" && (
        <Banner tone="warning">
          <p>{words.test}</p>
        </Banner>
      )}
      {!isPhone && code}
      <TransferDetails
        view={view}
        text={text}
        reference={transfer.reference}
        order={isPhone ? "as-typed" : "as-read"}
      />
      <div className="grid gap-2">
        <p className="font-medium">{text.format(words.exact, { payee: view.payee.name })}</p>
        <p className="text-muted">{words.duration}</p>
      </div>
      <TransferSent text={text} action={action}>
        {fields}
      </TransferSent>
      {isPhone && code && (
        <Folded title={words.otherDevice}>
          {/* As wide as the fold: a narrow phone has no room to spare. */}
          <div className="-mx-2">{code}</div>
        </Folded>
      )}
      {children}
    </>
  );
}

function TransferCode({
  view,
  text,
  transfer,
  code,
}: ScreenProps & Pick<Props, "transfer"> & { code: string }) {
  const { transfer: words } = text.messages;
  return (
    <QrCode
      content={code}
      alternative={text.format(view.mode === "test" ? words.testQr : words.qr, {
        amount: text.amount(view.amount, view.currency),
        payee: view.payee.name,
        iban: formatIban(view.payee.iban),
        reference: transfer.reference,
      })}
    />
  );
}
