import type { ScreenProps } from "#components/checkout/screen.ts";
import { Facts } from "#components/ui/facts.tsx";
import { formatIban } from "#lib/platform/iban.ts";

type Props = ScreenProps & {
  /** Compares the code with the shop's page. */
  hasCode?: boolean;
};

/** What the head of the page does not say. */
export function ConsentFacts({ view, text, hasCode = false }: Props) {
  const { common, payer, checkout } = text.messages;
  return (
    <div className="rounded-soft border border-line bg-sunken px-4">
      <Facts
        facts={[
          {
            label: common.iban,
            value: <bdi dir="ltr">{formatIban(view.payee.iban)}</bdi>,
            figures: true,
          },
          ...(hasCode
            ? [
                {
                  label: checkout.opened.code,
                  value: (
                    <span className="grid">
                      <bdi dir="ltr" className="font-mono">
                        {view.shortCode}
                      </bdi>
                      <span className="font-normal text-muted text-sm">{payer.order.codeHint}</span>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
