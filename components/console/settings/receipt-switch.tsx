import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  mode: Mode;
  isOn: boolean;
  /** `undefined` for all but owners, and in a closed account. */
  action: FormAction<undefined> | undefined;
};

/** Whether shoppers get a receipt. */
export function ReceiptSwitch({ text, mode, isOn, action }: Props) {
  const { letters, settings } = text.messages;
  const words = letters.receipts;
  return (
    <Section id="receipts" title={words.title} lead={words.lead}>
      <Facts
        facts={[
          {
            label: words.label,
            value: (
              <Badge tone={isOn ? "positive" : "neutral"}>{isOn ? words.on : words.off}</Badge>
            ),
          },
        ]}
      />
      {action ? (
        <ActionForm action={action}>
          <input type="hidden" name="mode" value={mode} />
          <input type="hidden" name="receipts" value={isOn ? "off" : "on"} />
          <div>
            <SubmitButton look="secondary" busyText={settings.saving}>
              {isOn ? words.turnOff : words.turnOn}
            </SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <p className="text-muted">{words.ownersOnly}</p>
      )}
    </Section>
  );
}
