import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

export function OpenAccount({ text, action }: { text: MerchantText; action: FormAction }) {
  const words = text.messages.console.accounts.add;
  return (
    <Card labelledBy="add">
      <div className="grid gap-4">
        <h2 id="add" className="font-semibold text-lg">
          {words.title}
        </h2>
        <p className="text-muted">{words.lead}</p>
        <ActionForm action={action}>
          <FormField
            name="name"
            label={words.name}
            autoComplete="organization"
            required
            maxLength={70}
          />
          <div>
            <SubmitButton look="secondary">{words.submit}</SubmitButton>
          </div>
        </ActionForm>
      </div>
    </Card>
  );
}
