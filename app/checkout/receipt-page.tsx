import type { ComponentProps } from "react";
import { ReceiptScreen } from "#components/checkout/receipt-screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { BrandedShell } from "./branded-shell.tsx";

type Props = ComponentProps<typeof ReceiptScreen> & {
  /** `undefined` on a shared receipt. */
  backPath: string | undefined;
};

export function ReceiptPage({ receipt, text, backPath }: Props) {
  return (
    <BrandedShell view={receipt.view} text={text} showsAmount isShared={backPath === undefined}>
      <ReceiptScreen receipt={receipt} text={text} />
      {backPath !== undefined && (
        <div className="grid print:hidden">
          <ButtonLink href={backPath} look="quiet" wide>
            {text.messages.common.back}
          </ButtonLink>
        </div>
      )}
    </BrandedShell>
  );
}
