import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; address: string; isWrong: boolean };

export function MailForm({ text, address, isWrong }: Props) {
  const words = text.messages.mailbox;
  return (
    <form method="get" className="grid gap-4">
      {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
      <Field
        name="to"
        type="email"
        inputMode="email"
        autoComplete="email"
        label={words.address}
        defaultValue={address}
        required
        {...(isWrong ? { error: words.notValid } : {})}
      />
      <Button wide>{words.open}</Button>
    </form>
  );
}
