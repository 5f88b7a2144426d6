import { CancelScreen } from "#components/checkout/cancel-screen.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { cancelPaymentAction } from "./actions.ts";

export function CancelStep({ view, text }: ScreenProps) {
  return (
    <CancelScreen
      view={view}
      text={text}
      words={text.messages.payer.confirmCancel}
      action={cancelPaymentAction}
      backPath={payPath(view, "", text.linkQuery)}
    >
      <input type="hidden" name="flow" value={view.flow} />
    </CancelScreen>
  );
}
