import type { ReactNode } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  words: { title: string; lead: string; yes: string; no: string };
  action: (form: FormData) => Promise<void>;
  backPath: string;
  children?: ReactNode;
};

/** A page, not a dialog, so that it works without scripts. */
export function CancelScreen({ view, text, words, action, backPath, children }: Props) {
  return (
    <>
      <PageTitle lead={text.format(words.lead, { payee: view.payee.name })}>
        {words.title}
      </PageTitle>
      <Form action={action} className="grid gap-3" data-stays="">
        <OrderFields view={view} text={text} />
        {children}
        <Button look="danger" wide>
          {words.yes}
        </Button>
        <ButtonLink href={backPath} look="secondary" wide>
          {words.no}
        </ButtonLink>
      </Form>
    </>
  );
}
