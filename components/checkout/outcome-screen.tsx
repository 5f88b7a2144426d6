import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { outcomeWords } from "./outcome-words.ts";
import { ReceiptLink } from "./receipt-link.tsx";
import type { ScreenProps } from "./screen.ts";

export const RETURN_LINK_ID = "return-link";

type Props = ScreenProps & {
  /** `_top` in the checkout, which may be in the shop's frame. The payer's page never is. */
  linkTarget: "_top" | "_self";
  children?: ReactNode;
};

export function OutcomeScreen({ view, text, linkTarget, children }: Props) {
  const isPaid = view.state === "succeeded";
  return (
    <>
      <span className={isPaid ? "text-positive" : "text-negative"}>
        <Icon of={isPaid ? CircleCheck : CircleX} size={32} />
      </span>
      <OutcomeTitle view={view} text={text} />
      <Facts facts={receipt({ view, text })} />
      <ReceiptLink view={view} text={text} isPayers={linkTarget === "_self"} />
      {children}
      {view.returnUrl !== null && (
        <ButtonLink href={view.returnUrl} target={linkTarget} wide id={RETURN_LINK_ID}>
          {text.format(text.messages.common.returnToShop, { payee: view.payee.name })}
        </ButtonLink>
      )}
    </>
  );
}

function OutcomeTitle({ view, text }: ScreenProps) {
  const { title, lead } = outcomeWords({ view, text });
  return <PageTitle lead={lead}>{title}</PageTitle>;
}

function receipt({ view, text }: ScreenProps): Fact[] {
  const { common } = text.messages;
  const time = view.finishedAt && (
    <time dateTime={view.finishedAt}>{text.dateTime(view.finishedAt)}</time>
  );
  return [
    { label: common.payee, value: <bdi>{view.payee.name}</bdi> },
    { label: common.amount, value: text.amount(view.amount, view.currency), figures: true },
    ...(view.externalId === null
      ? []
      : [{ label: common.order, value: <bdi dir="ltr">{view.externalId}</bdi> }]),
    {
      label: common.reference,
      value: (
        <bdi dir="ltr" className="break-all">
          {view.reference}
        </bdi>
      ),
    },
    ...(time ? [{ label: common.time, value: time, figures: true }] : []),
  ];
}
