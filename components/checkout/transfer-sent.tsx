import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = Pick<ScreenProps, "text"> & {
  action: (form: FormData) => Promise<void>;
  /** Hidden fields. */
  children: ReactNode;
};

export function TransferSent({ text, action, children }: Props) {
  const { transfer: words } = text.messages;
  return (
    <Form action={action} className="grid gap-3" data-stays="">
      {children}
      <p className="text-muted text-sm">{words.sentHint}</p>
      <Button wide>{words.sent}</Button>
    </Form>
  );
}
