import { FactorField } from "#components/console/refunds/refund-forms.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { REFUNDABLE_TRANSFERS } from "#lib/payments/model/refund.ts";
import type { OpenTransfer } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { isCurrency, toDecimalString } from "#lib/platform/values/money.ts";

type Props = { text: MerchantText; transfer: OpenTransfer; action: FormAction<undefined> };

/** Of money that paid nothing: all of it. */
export function RefundTransfer({ text, transfer, action }: Props) {
  const { id, transactionId, amount, currency, mode, status } = transfer;
  const words = text.messages.refunds.payment;
  const isRefundable = REFUNDABLE_TRANSFERS.some((each) => each === status);
  if (transactionId === null || !isRefundable || !isCurrency(currency)) return null;
  return (
    <details className="group min-w-0 max-w-xl">
      <summary className="inline-flex min-h-12 list-none items-center rounded-soft border border-edge px-4 font-medium hover:bg-sunken">
        {words.transferOpen}
      </summary>
      <ActionForm action={action} className="mt-3 grid gap-3">
        <input type="hidden" name="transactionId" value={transactionId} />
        <input type="hidden" name="transferId" value={id} />
        <input type="hidden" name="amount" value={toDecimalString(amount, currency)} />
        <p>{text.format(words.transferQuestion, { amount: text.amount(amount, currency) })}</p>
        {mode === "live" && <FactorField text={text} />}
        <div>
          <SubmitButton busyText={text.messages.console.busy}>{words.go}</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
