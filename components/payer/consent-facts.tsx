import type { ScreenProps } from "#components/checkout/screen.ts";
import { formatIban } from "#lib/platform/iban.ts";

type Props = ScreenProps & {
  /** Compares the code with the shop's page. */
  hasCode?: boolean;
};

/** What the head of the page does not say. */
export function ConsentFacts({ view, text, hasCode = false }: Props) {
  const { common, payer, checkout } = text.messages;
  return (
    <dl className="-mt-2 grid gap-1.5 text-sm">
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted">{common.iban}</dt>
        <dd className="font-medium tabular-nums">
          <bdi dir="ltr">{formatIban(view.payee.iban)}</bdi>
        </dd>
      </div>
      {hasCode && (
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{checkout.opened.code}</dt>
          <dd>
            <bdi dir="ltr" className="font-medium font-mono">
              {view.shortCode}
            </bdi>
          </dd>
          <dd className="w-full text-muted">{payer.order.codeHint}</dd>
        </div>
      )}
    </dl>
  );
}
