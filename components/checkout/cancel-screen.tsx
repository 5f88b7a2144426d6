import type { ReactNode } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { OrderFields } from "./order-fields.tsx";
import { questionWords } from "./outcome-words.ts";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  words: { title: string; lead: string; yes: string; no: string };
  action: (form: FormData) => Promise<void>;
  backPath: string;
  children?: ReactNode;
};

/** A page, not a dialog, so that it works without scripts. */
export function CancelScreen({ view, text, words, action, backPath, children }: Props) {
  // The usual lead says that nothing was paid, which is then unknown.
  const lead = view.isInQuestion
    ? questionWords(text).lead
    : text.format(words.lead, { payee: view.payee.name });
  return (
    <>
      <PageTitle lead={lead}>{words.title}</PageTitle>
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
