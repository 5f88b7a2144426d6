import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field } from "#components/ui/field.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  isWrong: boolean;
  form: Pick<ComponentProps<"form">, "action" | "method">;
  /** Sent along, unseen. */
  fields: Record<string, string>;
};

export function LoginStep({ text, isWrong, form, fields }: Props) {
  const words = text.messages.bank.login;
  return (
    <Card labelledBy="title">
      <form {...form} className="grid gap-4">
        <HiddenFields fields={fields} />
        <Field
          name="login"
          label={words.label}
          hint={words.hint}
          defaultValue={words.suggestion}
          autoComplete="username"
          maxLength={64}
          required
          {...(isWrong ? { error: words.problem } : {})}
        />
        <Button wide size="large">
          {words.submit}
        </Button>
      </form>
    </Card>
  );
}

export function HiddenFields({ fields }: Pick<Props, "fields">) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
