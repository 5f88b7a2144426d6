import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { TransactionStatus } from "#lib/payments/model/status.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = {
  text: MerchantText;
  id: string;
  status: TransactionStatus;
  /** Whether role and account allow it. */
  canCancel: boolean;
  action: FormAction<null>;
};

export function CancelPayment({ text, id, status, canCancel, action }: Props) {
  const words = text.messages.payments.payment.cancel;
  if (status === "processing") return <p className="text-muted">{words.atBank}</p>;
  if (status !== "pending") return null;
  if (!canCancel) return <p className="text-muted">{words.notAllowed}</p>;
  return (
    <Confirm label={words.label} question={words.question}>
      <ActionForm action={action}>
        <input type="hidden" name="id" value={id} />
        <div>
          <SubmitButton look="danger">{words.go}</SubmitButton>
        </div>
      </ActionForm>
    </Confirm>
  );
}
