import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyIcon } from "#components/ui/copy-icon.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { maskIban } from "#lib/platform/values/iban.ts";
import { PaymentLines } from "./payment-lines.tsx";

type Props = { text: MerchantText; history: PaymentHistory };

/** Personal data are masked. */
export function PaymentFacts({ text, history }: Props) {
  const words = text.messages.payments.payment;
  const { payment: letters } = text.messages.letters;
  const { transaction, payer, receipt } = history;
  const { id, plain } = factsIn(text);
  const facts = [
    id(words.id, transaction.id),
    id(words.externalId, transaction.externalId),
    ...(transaction.description === null
      ? []
      : [plain(words.description, <bdi>{transaction.description}</bdi>)]),
    // The direct flow does not use the reference.
    ...(transaction.flow === "web" ? [id(words.reference, transaction.reference)] : []),
    ...(transaction.transferReference === null
      ? []
      : [id(text.messages.transfers.payment.reference, transaction.transferReference)]),
    plain(words.created, <ExactTime at={transaction.createdAt} />),
    transaction.finishedAt
      ? plain(words.finished, <ExactTime at={transaction.finishedAt} />)
      : plain(words.expires, <ExactTime at={transaction.expiresAt} />),
    plain(words.payee, transaction.payeeName),
    plain(words.payeeIban, maskIban(transaction.payeeIban)),
    plain(words.payer, payer.maskedEmail ?? <Unknown>{words.payerUnknown}</Unknown>),
    ...(payer.maskedIban ? [plain(words.payerIban, payer.maskedIban)] : []),
    ...(receipt ? [plain(letters.label, <ReceiptLetter text={text} receipt={receipt} />)] : []),
  ];
  return (
    <>
      <Facts facts={facts.map((fact) => ({ ...fact, figures: true }))} />
      <PaymentLines text={text} history={history} />
    </>
  );
}

type ReceiptProps = { text: MerchantText; receipt: NonNullable<PaymentHistory["receipt"]> };

function ReceiptLetter({ text, receipt: { state, reason, endedAt } }: ReceiptProps) {
  const words = text.messages.letters.payment;
  return (
    <>
      {reason === null ? words[state] : `${words[state]}: ${words.reasons[reason]}`}
      {endedAt && (
        <>
          {", "}
          <ExactTime at={endedAt} />
        </>
      )}
    </>
  );
}

/** For developers, folded. */
export function TechnicalFacts({ text, history }: Props) {
  const words = text.messages.payments.payment;
  const { transaction, apiKey } = history;
  const { plain } = factsIn(text);
  const { metadata } = transaction;
  const facts = [
    plain(words.amountMinor, `${transaction.amount} ${transaction.currency}`),
    plain(words.flow, words.flows[transaction.flow]),
    plain(words.successUrl, transaction.successUrl),
    plain(words.failureUrl, transaction.failureUrl),
    plain(words.processingUrl, transaction.processingUrl),
    plain(words.cancelUrl, transaction.cancelUrl),
    plain(words.locale, transaction.locale),
    plain(words.source, transaction.source),
    plain(words.clientType, transaction.clientType),
    plain(
      words.apiKey,
      <PageLink
        className="link"
        href={consolePath(
          `/installations/${apiKey.method}/${transaction.apiKeyId}`,
          text.linkQuery,
        )}
      >
        {apiKey.name ?? words.apiKeyUnnamed}
      </PageLink>,
    ),
  ];
  return (
    <details className="group rounded-soft border border-line bg-card shadow-card">
      <summary className="flex min-h-14 list-none items-center justify-between gap-3 px-4 font-semibold sm:px-6">
        {words.technical}
        <span className="transition-transform group-open:rotate-180">
          <Icon of={ChevronDown} />
        </span>
      </summary>
      <div className="grid gap-4 px-4 pb-4 sm:px-6 sm:pb-6">
        <Facts facts={facts.map((fact) => ({ ...fact, figures: true }))} />
        {metadata && (
          <section aria-labelledby="metadata" className="grid gap-2">
            <h3 id="metadata" className="text-muted">
              {words.metadata}
            </h3>
            <CodeBlock code={JSON.stringify(metadata, null, 2)} />
          </section>
        )}
      </div>
    </details>
  );
}

function factsIn(text: MerchantText) {
  const words = text.messages.payments.payment;
  const none = <span className="font-normal text-muted">{words.none}</span>;
  return {
    id: (label: string, value: string | null): Fact => ({
      label,
      value: value === null ? none : <Id text={text} label={label} value={value} />,
    }),
    plain: (label: string, value: ReactNode): Fact => ({ label, value: value ?? none }),
  };
}

function Unknown({ children }: { children: string }) {
  return <span className="font-normal text-muted">{children}</span>;
}

function Id({ text, label, value }: { text: MerchantText; label: string; value: string }) {
  const words = text.messages.payments.payment;
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <span className="wrap-anywhere">{value}</span>
      <CopyIcon text={value} label={text.format(words.copyOf, { what: label })} />
    </span>
  );
}
