import { ActionForm } from "#components/ui/action-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

type Props = {
  text: MerchantText;
  isOn: boolean;
  hasIban: boolean;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

export function TransferChoice({ text, isOn, hasIban, action }: Props) {
  const { setting: words } = text.messages.transfers;
  if (!action) return null;
  if (!hasIban && !isOn) return <p className="text-muted">{words.needsIban}</p>;
  return (
    <ActionForm action={action}>
      <input type="hidden" name="takes" value={isOn ? "no" : "yes"} />
      <div>
        <SubmitButton
          look={isOn ? "secondary" : "primary"}
          busyText={text.messages.settings.saving}
        >
          {isOn ? words.turnOff : words.turnOn}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
