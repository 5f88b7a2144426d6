import { CircleX } from "lucide";
import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { WithMoney } from "#components/ui/money.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { Tick } from "#components/ui/tick.tsx";
import { outcomeWords } from "./outcome-words.ts";
import { QuotedReference } from "./quoted-reference.tsx";
import { ReceiptDetails } from "./receipt-details.tsx";
import type { ScreenProps } from "./screen.ts";

export const RETURN_LINK_ID = "return-link";

type Props = ScreenProps & {
  /** `_top` in the checkout, which may be in the shop's frame. The payer's page never is. */
  linkTarget: "_top" | "_self";
  /** Below the link to the shop. */
  going?: ReactNode;
  /** Below the folded receipt's facts. */
  receipt?: { isOpen: boolean; form: ReactNode };
  children?: ReactNode;
};

export function OutcomeScreen({ view, text, linkTarget, going, receipt, children }: Props) {
  const isPaid = view.state === "succeeded";
  const { title, lead } = outcomeWords({ view, text });
  return (
    <>
      <div className="grid justify-items-center gap-4 text-center">
        {isPaid ? (
          <Tick />
        ) : (
          <span className={view.state === "failed" ? "text-negative" : "text-muted"}>
            <Icon of={CircleX} size={32} />
          </span>
        )}
        <PageTitle lead={lead}>
          <WithMoney message={title} amount={text.amount(view.amount, view.currency)} />
        </PageTitle>
      </div>
      {view.isInQuestion && <QuotedReference view={view} text={text} />}
      {children}
      {view.returnUrl !== null && (
        <ButtonLink href={view.returnUrl} target={linkTarget} size="large" wide id={RETURN_LINK_ID}>
          {text.format(text.messages.common.returnToShop, { payee: view.payee.name })}
        </ButtonLink>
      )}
      {going}
      {isPaid && (
        <ReceiptDetails
          view={view}
          text={text}
          isPayers={linkTarget === "_self"}
          isOpen={receipt?.isOpen ?? false}
        >
          {receipt?.form}
        </ReceiptDetails>
      )}
    </>
  );
}
