import { StatusBadge } from "#components/console/payments/status-badge.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { isFinal } from "#lib/payments/model/status.ts";
import type { ListedTransfer } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { TransferStatusBadge } from "./transfer-status.tsx";
import { PaymentLink, TransferAmount } from "./transfer-table.tsx";

export type TransferActions = {
  accept: FormAction<undefined>;
  resolve: FormAction<undefined>;
  tryAgain: FormAction<undefined>;
};

type Props = {
  text: MerchantText;
  transfers: ListedTransfer[];
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
            <span className="tabular-nums">{transfer.reference ?? words.byHand}</span>
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
          {actions && <Actions text={text} transfer={transfer} actions={actions} />}
        </li>
      ))}
    </ul>
  );
}

type Advice = keyof MerchantText["messages"]["transfers"]["advice"];

function adviceOf({ status, paymentStatus }: ListedTransfer): Advice | undefined {
  if (status === "paid") return undefined;
  const isOver = paymentStatus !== null && isFinal(paymentStatus);
  return status === "wrong_amount" && isOver ? "wrong_amount_ended" : status;
}

function Meaning({ text, transfer }: Omit<ActionsProps, "actions">) {
  const advice = adviceOf(transfer);
  return advice && <p className="text-muted">{text.messages.transfers.advice[advice]}</p>;
}

type ActionsProps = { text: MerchantText; transfer: ListedTransfer; actions: TransferActions };

function Actions({ text, transfer, actions }: ActionsProps) {
  const { id, status } = transfer;
  const { accept, resolve, tryAgain } = text.messages.transfers;
  const { busy } = text.messages.console;
  return (
    <div className="flex flex-wrap items-start gap-4">
      {status === "being_paid" && (
        <ActionForm action={actions.tryAgain}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton look="secondary" busyText={busy}>
            {tryAgain.go}
          </SubmitButton>
        </ActionForm>
      )}
      {adviceOf(transfer) === "wrong_amount" && (
        <details className="group min-w-0 max-w-xl">
          <summary className="inline-flex min-h-12 list-none items-center rounded-soft border border-edge px-4 font-medium hover:bg-sunken">
            {accept.open}
          </summary>
          <ActionForm action={actions.accept} className="mt-3 grid justify-items-start gap-3">
            <input type="hidden" name="id" value={id} />
            <p>{accept.question}</p>
            <SubmitButton busyText={busy}>{accept.go}</SubmitButton>
          </ActionForm>
        </details>
      )}
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
            <SubmitButton busyText={busy}>{resolve.go}</SubmitButton>
          </ActionForm>
        </details>
      )}
    </div>
  );
}
