import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = {
  text: MerchantText;
  history: PaymentHistory;
  /** Whether role and account allow it. */
  mayMark: boolean;
  actions: { received: FormAction<undefined>; notReceived: FormAction<undefined> };
};

/** Shown while the payment expects a bank transfer. */
export function TransferMarks({ text, history: { transaction }, mayMark, actions }: Props) {
  const { id, status, currency, transferReference, transferReportedAt } = transaction;
  const { payment: words } = text.messages.transfers;
  if (transferReference === null || status === "succeeded" || status === "failed") return null;
  if (!mayMark) return <p className="text-muted">{words.notAllowed}</p>;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Confirm label={words.received.label} question={words.received.question}>
        <ActionForm action={actions.received} className="grid justify-items-start gap-3">
          <input type="hidden" name="id" value={id} />
          <FormField
            name="amount"
            label={text.format(words.received.amount, { currency })}
            hint={words.received.amountHint}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
          />
          <SubmitButton>{words.received.go}</SubmitButton>
        </ActionForm>
      </Confirm>
      {transferReportedAt !== null && (
        <Confirm label={words.notReceived.label} question={words.notReceived.question}>
          <ActionForm action={actions.notReceived}>
            <input type="hidden" name="id" value={id} />
            <SubmitButton look="danger">{words.notReceived.go}</SubmitButton>
          </ActionForm>
        </Confirm>
      )}
    </div>
  );
}
