import { ReceiptText } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { payPath, receiptPath } from "./links.ts";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  /** Whether it stands on the payer's own pages: their receipt knows the browser that paid. */
  isPayers: boolean;
};

/**
 * Leads to the receipt of a payment that succeeded. From the checkout in a tab of its own, as that goes back to the shop.
 */
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
