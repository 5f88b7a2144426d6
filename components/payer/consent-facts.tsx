import { informationPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import type { Operator } from "#lib/platform/configuration/operator.ts";
import { formatIban } from "#lib/platform/values/iban.ts";

type Props = ScreenProps & {
  /** Compares the code with the shop's page. */
  hasCode?: boolean;
  /** On pages where the payer consents. */
  operator?: Operator | undefined;
};

/** What the head of the page does not say. */
export function ConsentFacts({ view, text, hasCode = false, operator }: Props) {
  const { common, payer, checkout } = text.messages;
  return (
    <dl className="-mt-2 grid gap-1.5 text-sm">
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted">{common.iban}</dt>
        <dd className="font-medium tabular-nums">
          <bdi dir="ltr">{formatIban(view.payee.iban)}</bdi>
        </dd>
      </div>
      {operator && <Initiator view={view} text={text} operator={operator} />}
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

/** PSD2, article 45 (2). */
function Initiator({ view, text, operator }: ScreenProps & { operator: Operator }) {
  const { service, terms, privacy, details } = text.messages.information;
  // From another site, an app's webview may have no way back.
  const isInApp = view.flow === "direct";
  const { termsUrl, privacyUrl } = isInApp ? {} : operator;
  const back = isInApp ? { reference: view.reference } : {};
  const target = isInApp ? {} : { target: "_blank", rel: "noopener" };
  const links = [
    { href: termsUrl, words: terms },
    { href: privacyUrl, words: privacy },
    { href: informationPath({ ...back, ...text.linkQuery }), words: details },
  ];
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{service}</dt>
      <dd className="wrap-anywhere font-medium">
        <bdi>{operator.name}</bdi>
      </dd>
      <dd className="flex w-full flex-wrap gap-x-4">
        {links.map(
          ({ href, words }) =>
            href !== undefined && (
              <a key={words} href={href} {...target} className="link min-h-6">
                {words}
              </a>
            ),
        )}
      </dd>
    </div>
  );
}
