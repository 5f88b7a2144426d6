type Props = {
  /** From `lookOf` of lib/merchants/brand: custom properties whose values are digits. */
  css: string | undefined;
  nonce: string | undefined;
};

/** A merchant's colours, over the tokens of app/globals.css. */
export function BrandStyle({ css, nonce }: Props) {
  return css === undefined ? null : (
    // Browsers hide a nonce once they have read it, which looks like a difference when React takes the page over.
    <style nonce={nonce} suppressHydrationWarning>
      {css}
    </style>
  );
}
