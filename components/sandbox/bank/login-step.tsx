import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field } from "#components/ui/field.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  approvalToken: string;
  isWrong: boolean;
  action: (form: FormData) => Promise<void>;
};

export function LoginStep({ text, approvalToken, isWrong, action }: Props) {
  const words = text.messages.bank.login;
  return (
    <Card labelledBy="title">
      <form action={action} className="grid gap-4">
        <input type="hidden" name="token" value={approvalToken} />
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
