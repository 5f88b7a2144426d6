import { type ComponentProps, cache } from "react";
import { BrandStyle } from "#components/checkout/brand-style.tsx";
import { CheckoutShell } from "#components/checkout/checkout-shell.tsx";
import type { Look } from "#lib/merchants/brand/brand.ts";
import { placeMarkup } from "#lib/next/light/markup.ts";
import { requestNonce } from "#lib/next/request/nonce.ts";
import { requestLanguages } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

type Props = Omit<ComponentProps<typeof CheckoutShell>, "logoPath" | "languages"> & {
  /** Without scripts, but not while the reader selects a language. Opens this page again, or `url`. */
  refresh?: { seconds: number; url?: string } | undefined;
};

/** A page that reads something else before its shell calls it then, which saves a round trip. */
export const loadLook = cache(async (accountId: string): Promise<Look> => {
  const { brands } = await getServices();
  return brands.look(accountId);
});

export async function BrandedShell({ refresh, ...props }: Props) {
  const [look, nonce, languages] = await Promise.all([
    loadLook(props.view.accountId),
    requestNonce(),
    requestLanguages(props.text),
  ]);
  return placeMarkup(
    <>
      <BrandStyle css={look.css} nonce={nonce} />
      <CheckoutShell {...props} logoPath={look.logoPath} languages={languages} />
      {refresh && languages.links === undefined && (
        <noscript>
          <meta
            httpEquiv="refresh"
            content={[refresh.seconds, refresh.url]
              .filter((part) => part !== undefined)
              .join(";url=")}
          />
        </noscript>
      )}
    </>,
  );
}
