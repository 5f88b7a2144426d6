import type { ScreenProps } from "#components/checkout/screen.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { WayBack } from "./way-back.tsx";

type Props = ScreenProps & {
  /** To fill the field with. */
  email: string | undefined;
  isWrong: boolean;
  action: (form: FormData) => Promise<void>;
};

/** Asks for the address a code is sent to. */
export function EmailScreen({ view, text, email, isWrong, action }: Props) {
  const words = text.messages.payer.email;
  return (
    <>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <form action={action} className="grid gap-4">
        <PlaceFields view={view} text={text} />
        <Field
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label={words.label}
          required
          {...(email === undefined ? {} : { defaultValue: email })}
          {...(isWrong ? { error: words.problem } : {})}
        />
        <Button size="large" wide>
          {words.send}
        </Button>
      </form>
      <WayBack view={view} text={text} />
    </>
  );
}
