import type { ComponentProps } from "react";
import { BrandStyle } from "#components/checkout/brand-style.tsx";
import { CheckoutShell } from "#components/checkout/checkout-shell.tsx";
import { requestNonce } from "#lib/next/nonce.ts";
import { requestLanguages } from "#lib/next/text.ts";
import { getServices } from "#lib/services/index.ts";

type Props = Omit<ComponentProps<typeof CheckoutShell>, "logoPath" | "languages">;

export async function BrandedShell(props: Props) {
  const { brands } = await getServices();
  const [look, nonce, languages] = await Promise.all([
    brands.look(props.view.accountId),
    requestNonce(),
    requestLanguages(props.text),
  ]);
  return (
    <>
      <BrandStyle css={look.css} nonce={nonce} />
      <CheckoutShell {...props} logoPath={look.logoPath} languages={languages} />
    </>
  );
}
