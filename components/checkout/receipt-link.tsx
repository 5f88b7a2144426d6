import { ReceiptText } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { receiptPath } from "./links.ts";
import type { ScreenProps } from "./screen.ts";

/**
 * Leads to the receipt of a payment that succeeded. In a tab of its own, as the checkout goes back to the shop; a webview
 * has no tabs.
 */
export function ReceiptLink({ view, text }: ScreenProps) {
  if (view.state !== "succeeded") return null;
  return (
    <ButtonLink
      href={receiptPath(view, text.linkQuery)}
      target={view.flow === "web" ? "_blank" : "_self"}
      look="secondary"
      wide
      icon={<Icon of={ReceiptText} />}
    >
      {text.messages.receipt.open}
    </ButtonLink>
  );
}
