import { timeToPay } from "./expiry.tsx";
import { OpenLinks } from "./pay-actions.tsx";
import { QrCode } from "./qr-code.tsx";
import type { ScreenProps } from "./screen.ts";

export function PayByApp({ view, text, shows }: ScreenProps & { shows: "qr" | "app" }) {
  if (shows === "app") return <OpenLinks view={view} text={text} />;
  const { qr, qrOrder } = text.messages.checkout;
  const words = text.format(qr, {
    amount: text.amount(view.amount, view.currency),
    payee: view.payee.name,
    time: timeToPay(view.expiresAt, text),
  });
  const order = view.externalId;
  return (
    <QrCode
      content={view.payLink}
      alternative={order === null ? words : `${words} ${text.format(qrOrder, { order })}`}
    />
  );
}
