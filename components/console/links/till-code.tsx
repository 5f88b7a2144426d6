import { CircleCheck } from "lucide";
import { amountClass } from "#components/ui/amount.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import type { PaymentLink } from "#lib/payments/model/link.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { linkAmount } from "./link-words.ts";

type Props = { text: MerchantText; link: PaymentLink };

/** As large as the screen allows. */
export function TillCode({ text, link }: Props) {
  const { till: words, link: common } = text.messages.paymentLinks;
  const amount = linkAmount(link, text);
  return (
    <div className="@container grid justify-items-center gap-3 text-center">
      <h1 id="title" tabIndex={-1} className={amountClass(amount)}>
        {amount}
      </h1>
      {link.description && <p className="text-muted">{link.description}</p>}
      {link.status === "active" ? (
        <>
          <div className="w-full min-w-56 max-w-[max(14rem,calc(100dvh-19rem))]">
            <QrCode content={link.url} label={common.codeLabel} />
          </div>
          <p className="font-semibold text-lg">{words.scan}</p>
        </>
      ) : (
        <p className="text-muted">{words.over}</p>
      )}
    </div>
  );
}

type PaidProps = { amount: string; description: string | null };

/** Instead of the code, once its only payment succeeded. */
export function TillPaid({ amount, description }: PaidProps) {
  return (
    <div className="@container grid justify-items-center gap-3 rounded-soft border border-positive bg-positive-tint px-4 py-12 text-center text-positive">
      <Icon of={CircleCheck} size={32} />
      <h1 id="title" tabIndex={-1} className={amountClass(amount)}>
        {amount}
      </h1>
      {description && <p>{description}</p>}
    </div>
  );
}
