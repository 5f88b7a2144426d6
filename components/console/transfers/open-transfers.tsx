import { StatusBadge } from "#components/console/payments/status-badge.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { OpenTransfer } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { RefundTransfer } from "./refund-transfer.tsx";
import { adviceOf, adviceText, mayAccept } from "./transfer-advice.ts";
import { TransferStatusBadge } from "./transfer-status.tsx";
import { TransferSuggestions } from "./transfer-suggestions.tsx";
import { PaymentLink, TransferAmount } from "./transfer-table.tsx";

export type TransferActions = {
  accept: FormAction<undefined>;
  waitForRest: FormAction<undefined>;
  assign: FormAction<undefined>;
  resolve: FormAction<undefined>;
  tryAgain: FormAction<undefined>;
  refund: FormAction<undefined>;
};

type Props = {
  text: MerchantText;
  transfers: OpenTransfer[];
  /** `undefined` for read-only members. */
  actions: TransferActions | undefined;
};

export function OpenTransfers({ text, transfers, actions }: Props) {
  const words = text.messages.transfers;
  return (
    <ul aria-label={words.open.caption} className="grid divide-y divide-line">
      {transfers.map((transfer) => (
        <li key={transfer.id} className="grid gap-3 py-4 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TransferStatusBadge text={text} status={transfer.status} />
            <TransferAmount text={text} transfer={transfer} />
            <span className="tabular-nums wrap-anywhere">
              {transfer.reference ??
                (transfer.importId === null ? words.byHand : words.noReference)}
            </span>
            <span className="inline-flex flex-wrap items-center gap-2">
              <PaymentLink text={text} transfer={transfer} />
              {transfer.paymentStatus && (
                <StatusBadge text={text} status={transfer.paymentStatus} />
              )}
            </span>
            {transfer.bookedOn && (
              <span className="text-muted tabular-nums">
                {words.columns.booked} {transfer.bookedOn}
              </span>
            )}
          </p>
          <Meaning text={text} transfer={transfer} />
          {actions && (
            <TransferSuggestions text={text} transfer={transfer} action={actions.assign} />
          )}
          {actions && <Actions text={text} transfer={transfer} actions={actions} />}
        </li>
      ))}
    </ul>
  );
}

function Meaning({ text, transfer }: Omit<ActionsProps, "actions">) {
  const advice = adviceText(transfer, text);
  if (!advice) return null;
  return (
    <p className="text-muted">
      {advice} {transfer.likely && <PaymentLink text={text} transfer={transfer.likely} />}
    </p>
  );
}

type ActionsProps = { text: MerchantText; transfer: OpenTransfer; actions: TransferActions };

function Actions({ text, transfer, actions }: ActionsProps) {
  const { id, status } = transfer;
  const { accept, resolve, rest, tryAgain } = text.messages.transfers;
  return (
    <div className="flex flex-wrap items-start gap-4">
      {status === "being_paid" && (
        <ActionForm action={actions.tryAgain}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton look="secondary">{tryAgain.go}</SubmitButton>
        </ActionForm>
      )}
      {adviceOf(transfer) === "too_little" && (
        <ActionForm action={actions.waitForRest}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton look="secondary">{rest.go}</SubmitButton>
        </ActionForm>
      )}
      {mayAccept(transfer) && (
        <details className="group min-w-0 max-w-xl">
          <summary className="inline-flex min-h-12 list-none items-center rounded-soft border border-edge px-4 font-medium hover:bg-sunken">
            {accept.open}
          </summary>
          <ActionForm action={actions.accept} className="mt-3 grid justify-items-start gap-3">
            <input type="hidden" name="id" value={id} />
            <p>{accept.question}</p>
            <SubmitButton>{accept.go}</SubmitButton>
          </ActionForm>
        </details>
      )}
      <RefundTransfer text={text} transfer={transfer} action={actions.refund} />
      {status !== "being_paid" && (
        <details className="group min-w-0 max-w-xl flex-1">
          <summary className="inline-flex min-h-12 list-none items-center rounded-soft border border-edge px-4 font-medium hover:bg-sunken">
            {resolve.open}
          </summary>
          <ActionForm action={actions.resolve} className="mt-3 grid justify-items-start gap-3">
            <input type="hidden" name="id" value={id} />
            <div className="w-full">
              <FormField
                name="note"
                label={resolve.label}
                hint={resolve.hint}
                maxLength={300}
                autoComplete="off"
              />
            </div>
            <SubmitButton>{resolve.go}</SubmitButton>
          </ActionForm>
        </details>
      )}
    </div>
  );
}
