import type { ReactNode } from "react";
import { CopyIcon } from "#components/ui/copy-icon.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { maskIban } from "#lib/platform/iban.ts";

type Props = { text: MerchantText; history: PaymentHistory };

/** Personal data are masked. */
export function PaymentFacts({ text, history }: Props) {
  const words = text.messages.payments.payment;
  const { transaction, payer } = history;
  const none = <span className="font-normal text-muted">{words.none}</span>;
  const id = (label: string, value: string | null): Fact => ({
    label,
    value: value === null ? none : <Id text={text} label={label} value={value} />,
  });
  const plain = (label: string, value: ReactNode): Fact => ({ label, value: value ?? none });
  const facts = [
    id(words.id, transaction.id),
    id(words.externalId, transaction.externalId),
    // The direct flow does not use the reference.
    ...(transaction.flow === "web" ? [id(words.reference, transaction.reference)] : []),
    ...(transaction.transferReference === null
      ? []
      : [id(text.messages.transfers.payment.reference, transaction.transferReference)]),
    plain(words.created, <ExactTime at={transaction.createdAt} />),
    transaction.finishedAt
      ? plain(words.finished, <ExactTime at={transaction.finishedAt} />)
      : plain(words.expires, <ExactTime at={transaction.expiresAt} />),
    plain(words.amountMinor, `${transaction.amount} ${transaction.currency}`),
    plain(words.payee, transaction.payeeName),
    plain(words.payeeIban, maskIban(transaction.payeeIban)),
    plain(words.payer, payer.maskedEmail ?? <Unknown>{words.payerUnknown}</Unknown>),
    ...(payer.maskedIban ? [plain(words.payerIban, payer.maskedIban)] : []),
    plain(words.flow, words.flows[transaction.flow]),
    plain(words.successUrl, transaction.successUrl),
    plain(words.failureUrl, transaction.failureUrl),
    plain(words.processingUrl, transaction.processingUrl),
    plain(words.source, transaction.source),
    plain(words.clientType, transaction.clientType),
    id(words.apiKey, transaction.apiKeyId),
  ];
  return <Facts facts={facts.map((fact) => ({ ...fact, figures: true }))} />;
}

function Unknown({ children }: { children: string }) {
  return <span className="font-normal text-muted">{children}</span>;
}

function Id({ text, label, value }: { text: MerchantText; label: string; value: string }) {
  const words = text.messages.payments.payment;
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <span className="wrap-anywhere">{value}</span>
      <CopyIcon
        text={value}
        label={text.format(words.copyOf, { what: label })}
        copied={words.copied}
      />
    </span>
  );
}
