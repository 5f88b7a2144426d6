import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  isOn: boolean;
  hasIban: boolean;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

export function BankTransfers({ text, isOn, hasIban, action }: Props) {
  const { setting: words } = text.messages.transfers;
  const value = isOn ? <Badge tone="positive">{words.on}</Badge> : <Badge>{words.off}</Badge>;
  return (
    <Section id="bank-transfers" title={words.title} lead={words.lead}>
      <Facts facts={[{ label: words.label, value }]} />
      {action && (hasIban || isOn) && (
        <ActionForm action={action}>
          <input type="hidden" name="takes" value={isOn ? "no" : "yes"} />
          <div>
            <SubmitButton look="secondary" busyText={text.messages.settings.saving}>
              {isOn ? words.turnOff : words.turnOn}
            </SubmitButton>
          </div>
        </ActionForm>
      )}
      {action && !hasIban && !isOn && <p className="text-muted">{words.needsIban}</p>}
    </Section>
  );
}
