import { ActionForm } from "#components/ui/action-form.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { OpenTransfer, Suggestion } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { formatCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { PaymentLink, TransferAmount } from "./transfer-table.tsx";

type Props = { text: MerchantText; transfer: OpenTransfer; action: FormAction<undefined> };

/** Open orders of the same amount. The first press shows both, the second assigns the money. */
export function TransferSuggestions({ text, transfer, action }: Props) {
  const { suggestions } = transfer;
  const words = text.messages.transfers.suggest;
  if (suggestions.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="font-medium">{text.format(words.title, { count: suggestions.length })}</p>
      <ul className="flex flex-wrap items-start gap-3">
        {suggestions.map((order) => (
          <li key={order.id} className="min-w-0 max-w-xl">
            <Proposal text={text} transfer={transfer} order={order} action={action} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Proposal({ text, transfer, order, action }: Props & { order: Suggestion }) {
  const words = text.messages.transfers.suggest;
  const name = order.externalId ?? order.id;
  return (
    <details className="group min-w-0">
      <summary className="inline-flex min-h-12 list-none items-center rounded-soft border border-edge px-4 font-medium wrap-anywhere hover:bg-sunken">
        {text.format(order.hasSameName ? words.openSameName : words.open, { order: name })}
      </summary>
      <ActionForm
        action={action}
        className="mt-3 grid gap-3 rounded-soft border border-edge bg-sunken p-4"
      >
        <input type="hidden" name="id" value={transfer.id} />
        <input type="hidden" name="transactionId" value={order.id} />
        <p>{words.question}</p>
        <Facts facts={[...factsOfTransfer(text, transfer), ...factsOfOrder(text, order)]} />
        <div>
          <SubmitButton>{text.format(words.go, { order: name })}</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

function factsOfTransfer(text: MerchantText, transfer: OpenTransfer): Fact[] {
  const { suggest: words, columns, noReference } = text.messages.transfers;
  return [
    { label: words.transfer, value: <TransferAmount text={text} transfer={transfer} /> },
    { label: columns.reference, value: transfer.reference ?? noReference },
    { label: columns.booked, value: transfer.bookedOn ?? "–" },
  ];
}

function factsOfOrder(text: MerchantText, order: Suggestion): Fact[] {
  const { suggest: words, payment } = text.messages.transfers;
  const link = <PaymentLink text={text} transfer={{ ...order, transactionId: order.id }} />;
  return [
    { label: words.order, value: link },
    { label: words.amount, value: <TransferAmount text={text} transfer={order} /> },
    { label: payment.reference, value: formatCreditorReference(order.reference) },
    ...(order.hasSameName ? [{ label: words.payer, value: words.sameName }] : []),
    { label: words.created, value: <ExactTime at={order.createdAt} /> },
    ...(order.reportedAt
      ? [{ label: words.reported, value: <ExactTime at={order.reportedAt} /> }]
      : []),
  ];
}
