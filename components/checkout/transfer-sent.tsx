import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & { action: (form: FormData) => Promise<void> };

export function TransferSent({ view, text, action }: Props) {
  const { transfer: words } = text.messages;
  return (
    <Form action={action} className="grid gap-3" data-stays="">
      <input type="hidden" name="reference" value={view.reference} />
      {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
      <p className="text-muted text-sm">{words.sentHint}</p>
      <Button wide>{words.sent}</Button>
    </Form>
  );
}
