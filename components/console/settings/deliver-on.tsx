import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { DeliverOn as Choice } from "#lib/merchants/model/deliver-on.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  chosen: Choice;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

/** Whether the event of a success waits for its money. */
export function DeliverOn({ text, chosen, action }: Props) {
  const { settings } = text.messages;
  const words = settings.company.deliverOn;
  const isWaiting = chosen === "received";
  return (
    <Section id="deliver-on" title={words.title} lead={words.lead}>
      <Facts facts={[{ label: words.label, value: <Badge>{words[chosen]}</Badge> }]} />
      <p className="text-muted">{words.hint}</p>
      {action && (
        <ActionForm action={action}>
          <input type="hidden" name="deliverOn" value={isWaiting ? "succeeded" : "received"} />
          <div>
            <SubmitButton look="secondary" busyText={settings.saving}>
              {isWaiting ? words.toSucceeded : words.toReceived}
            </SubmitButton>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}
