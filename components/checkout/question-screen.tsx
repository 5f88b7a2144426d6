import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { questionWords } from "./outcome-words.ts";
import { QuotedReference } from "./quoted-reference.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  /** `_top` in the checkout, which may be in the shop's frame. The payer's page never is. */
  linkTarget: "_top" | "_self";
  /** The way back to an app. */
  children?: ReactNode;
};

/**
 * A bank sent contradictory results. The payer is not asked to pay again until a person has checked, and can't cancel: the money
 * may have moved.
 */
export function QuestionScreen({ view, text, linkTarget, children }: Props) {
  const { title, lead } = questionWords(text);
  return (
    <>
      <PageTitle lead={lead}>{title}</PageTitle>
      <QuotedReference view={view} text={text} />
      {view.returnUrl !== null && (
        <ButtonLink href={view.returnUrl} target={linkTarget} size="large" wide>
          {text.format(text.messages.common.returnToShop, { payee: view.payee.name })}
        </ButtonLink>
      )}
      {children}
    </>
  );
}
