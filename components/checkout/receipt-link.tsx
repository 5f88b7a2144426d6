import { ReceiptText } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { payPath, receiptPath } from "./links.ts";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  /** On the payer's own pages, the receipt depends on the browser that paid. */
  isPayers: boolean;
};

/** Opens a new tab from the checkout, which returns to the shop. */
export function ReceiptLink({ view, text, isPayers }: Props) {
  if (view.state !== "succeeded") return null;
  const { linkQuery, messages } = text;
  return (
    <ButtonLink
      href={
        isPayers ? payPath(view, "/receipt", linkQuery) : receiptPath(view.reference, linkQuery)
      }
      target={isPayers ? "_self" : "_blank"}
      look="secondary"
      wide
      icon={<Icon of={ReceiptText} />}
    >
      {messages.receipt.open}
    </ButtonLink>
  );
}
