import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = {
  text: MerchantText;
  accountName: string;
  /** An account needs an owner. */
  isLastOwner: boolean;
  action: FormAction;
};

export function LeaveAccount({ text, accountName, isLastOwner, action }: Props) {
  const words = text.messages.team.leave;
  if (isLastOwner) return <p className="text-muted">{words.lastOwner}</p>;
  const account = accountName;
  return (
    <>
      <p className="text-muted">{text.format(words.lead, { account })}</p>
      <Confirm label={words.label} question={text.format(words.question, { account })}>
        <ActionForm action={action}>
          <div>
            <SubmitButton look="danger">{text.format(words.now, { account })}</SubmitButton>
          </div>
        </ActionForm>
      </Confirm>
    </>
  );
}
