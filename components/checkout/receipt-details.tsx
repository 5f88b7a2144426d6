import { ReceiptText } from "lucide";
import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Folded } from "#components/ui/folded.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { languageOf } from "#lib/platform/i18n/locale.ts";
import { payPath, receiptPath } from "./links.ts";
import { LocalTime } from "./local-time.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  /** On the payer's own pages, the receipt depends on the browser that paid. */
  isPayers: boolean;
  children?: ReactNode;
  isOpen?: boolean;
};

/** Its link opens a new tab from the checkout, which returns to the shop. */
export function ReceiptDetails({ view, text, isPayers, isOpen = false, children }: Props) {
  const { linkQuery, messages } = text;
  const { common, receipt } = messages;
  return (
    <Folded title={receipt.open} isOpen={isOpen}>
      <Facts
        facts={[
          {
            label: common.reference,
            value: (
              <bdi dir="ltr" className="break-all">
                {view.reference}
              </bdi>
            ),
          },
          ...(view.finishedAt === null ? [] : [timeFact(view.finishedAt, text)]),
        ]}
      />
      <ButtonLink
        href={
          isPayers ? payPath(view, "/receipt", linkQuery) : receiptPath(view.reference, linkQuery)
        }
        target={isPayers ? "_self" : "_blank"}
        look="secondary"
        wide
        icon={<Icon of={ReceiptText} />}
      >
        {receipt.print}
      </ButtonLink>
      {children}
    </Folded>
  );
}

export function timeFact(at: string, text: ScreenProps["text"]) {
  const { tag } = languageOf(text.locale);
  return {
    label: text.messages.common.time,
    value: <LocalTime at={at} utc={text.dateTime(at)} language={tag} />,
    figures: true,
  };
}
