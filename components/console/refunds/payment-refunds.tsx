import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { RefundsOfPayment } from "#lib/payments/refunds/refund.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { toDecimalString } from "#lib/platform/values/money.ts";
import { FactorField, type RefundActions } from "./refund-forms.tsx";
import { RefundList } from "./refund-list.tsx";

type Props = {
  text: MerchantText;
  payment: { id: string; currency: string; mode: "test" | "live" };
  money: RefundsOfPayment;
  /** `undefined` for read-only members. */
  actions: (RefundActions & { create: FormAction<undefined> }) | undefined;
};

/** Of a payment that succeeded, or that money came for. */
export function PaymentRefunds({ text, payment, money, actions }: Props) {
  const words = text.messages.refunds.payment;
  const { refunds, left, problem } = money;
  const isAwaited = problem === "not_received";
  if (refunds.length === 0 && left === 0 && !isAwaited) return null;
  return (
    <Card labelledBy="refunds">
      <h2 id="refunds" className="mb-2 font-semibold">
        {words.title}
      </h2>
      <div className="grid gap-4">
        {isAwaited && <p className="text-muted">{words.notReceived}</p>}
        {left > 0 && (
          <p className="text-muted">
            {text.format(words.left, { amount: text.amount(left, payment.currency) })}
          </p>
        )}
        {left > 0 && actions && (
          <RefundForm text={text} payment={payment} rest={left} action={actions.create} />
        )}
        {refunds.length > 0 && (
          <RefundList
            text={text}
            label={words.title}
            refunds={refunds}
            actions={actions}
            linksPayment={false}
          />
        )}
      </div>
    </Card>
  );
}

type FormProps = Pick<Props, "text" | "payment"> & {
  rest: number;
  action: FormAction<undefined>;
};

function RefundForm({ text, payment: { id, currency, mode }, rest, action }: FormProps) {
  const words = text.messages.refunds.payment;
  return (
    <details className="group min-w-0 max-w-xl">
      <summary className="inline-flex min-h-12 list-none items-center rounded-soft border border-edge px-4 font-medium hover:bg-sunken">
        {words.open}
      </summary>
      <ActionForm action={action} className="mt-3 grid gap-3">
        <input type="hidden" name="transactionId" value={id} />
        <FormField
          name="amount"
          label={text.format(words.amount, { currency })}
          defaultValue={toDecimalString(rest, currency)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          required
        />
        <FormField
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          autoComplete="off"
          maxLength={140}
        />
        {mode === "live" && <FactorField text={text} />}
        <div>
          <SubmitButton busyText={text.messages.console.busy}>{words.go}</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
