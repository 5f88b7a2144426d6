import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { questionWords } from "./outcome-words.ts";
import type { ScreenProps } from "./screen.ts";

/** A bank contradicted itself about a try: nobody is asked to pay again before a person has looked into it. */
export function QuestionScreen({ text, cancelPath }: ScreenProps & { cancelPath: string }) {
  const { title, lead } = questionWords(text);
  return (
    <>
      <PageTitle lead={lead}>{title}</PageTitle>
      <ButtonLink href={cancelPath} look="quiet" wide>
        {text.messages.checkout.cancel}
      </ButtonLink>
    </>
  );
}
