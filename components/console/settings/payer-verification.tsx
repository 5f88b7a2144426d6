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
  /** Whether the operator requires it. */
  isFixed: boolean;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

export function PayerVerification({ text, isOn, isFixed, action }: Props) {
  const { settings } = text.messages;
  const words = settings.company.verification;
  return (
    <Section id="payer-verification" title={words.title} lead={words.lead}>
      <Facts
        facts={[{ label: words.label, value: <Badge>{isOn ? words.on : words.off}</Badge> }]}
      />
      {isFixed && <p className="text-muted">{words.fixed}</p>}
      {action && !isFixed && (
        <ActionForm action={action}>
          <input type="hidden" name="verification" value={isOn ? "off" : "on"} />
          <div>
            <SubmitButton look="secondary" busyText={settings.saving}>
              {isOn ? words.turnOff : words.turnOn}
            </SubmitButton>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}
