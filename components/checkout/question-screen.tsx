import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { questionWords } from "./outcome-words.ts";
import type { ScreenProps } from "./screen.ts";

/** A bank sent contradictory results. The payer is not asked to pay again until a person has checked. */
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
