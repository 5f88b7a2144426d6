import { CheckoutShell } from "#components/checkout/checkout-shell.tsx";
import { OutcomeScreen } from "#components/checkout/outcome-screen.tsx";
import { ReadyScreen } from "#components/checkout/ready-screen.tsx";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { PREVIEW_ID } from "./preview-look.ts";

type Props = {
  text: Text;
  view: CheckoutView;
  finishedAt: string;
  logoPath: string | undefined;
};

/** The first and the last screen of a checkout, on a phone. The controls do nothing. */
export function PreviewScreens({ text, view, finishedAt, logoPath }: Props) {
  const paid = { ...view, state: "succeeded", status: "succeeded", finishedAt } as const;
  return (
    <div
      id={PREVIEW_ID}
      lang={text.locale}
      dir={text.dir}
      data-framed=""
      inert
      className="grid bg-paper"
    >
      <CheckoutShell view={view} text={text} logoPath={logoPath}>
        <ReadyScreen view={view} text={text} shows="app" isPhone />
      </CheckoutShell>
      <CheckoutShell view={paid} text={text} logoPath={logoPath}>
        <OutcomeScreen view={{ ...paid, returnUrl: "#" }} text={text} linkTarget="_self" />
      </CheckoutShell>
    </div>
  );
}
