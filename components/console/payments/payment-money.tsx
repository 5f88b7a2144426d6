import type { ReactNode } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import { fundsOf } from "#lib/payments/model/funds.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = {
  text: MerchantText;
  history: PaymentHistory;
  /** Whether role and account allow it. */
  mayMark: boolean;
  action: FormAction<undefined>;
};

/** Of a payment that succeeded: what the payer did, and where the money is. */
export function PaymentMoney({ text, history, mayMark, action }: Props) {
  const words = text.messages.payments.payment.money;
  const { id, status } = history.transaction;
  if (status !== "succeeded") return null;
  const { funds, fundsAt } = fundsOf(history.transaction);
  const move = funds === "expected" ? "received" : funds === "received" ? "returned" : undefined;
  return (
    <section aria-label={words.label} className="grid max-w-xl gap-3">
      <Facts
        facts={[
          {
            label: words.payer,
            value: <Line text={payerDid(history, text)} at={approvedAt(history)} />,
          },
          { label: words.money, value: <Line text={words[funds]} at={fundsAt} /> },
        ]}
      />
      {funds === "expected" && <p className="text-muted">{words.wordAlone}</p>}
      {move && mayMark && (
        <div>
          <Confirm label={words.marks[move].label} question={words.marks[move].question}>
            <ActionForm action={action}>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="funds" value={move} />
              <SubmitButton>{words.marks[move].go}</SubmitButton>
            </ActionForm>
          </Confirm>
        </div>
      )}
    </section>
  );
}

function Line({ text, at }: { text: string; at: Date | null }): ReactNode {
  return (
    <>
      {text}
      {at && (
        <>
          {", "}
          <ExactTime at={at} />
        </>
      )}
    </>
  );
}

function paidAttempt({ attempts }: PaymentHistory) {
  return attempts.find(({ status }) => status === "succeeded");
}

function payerDid(history: PaymentHistory, text: MerchantText): string {
  const words = text.messages.payments.payment.money;
  const paid = paidAttempt(history);
  if (!paid) return words.sent;
  return text.format(words.approved, { bank: history.bankNames[paid.bankId] ?? paid.bankId });
}

function approvedAt(history: PaymentHistory): Date | null {
  const { transferReportedAt } = history.transaction;
  const paid = paidAttempt(history);
  return paid ? paid.finishedAt : transferReportedAt;
}
