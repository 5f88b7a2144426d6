type Props = {
  /** From `lookOf` (lib/merchants/brand): custom properties whose values are digits. */
  css: string | undefined;
  nonce: string | undefined;
};

export function BrandStyle({ css, nonce }: Props) {
  return css === undefined ? null : (
    // Browsers hide a nonce after reading it, which React reports as a hydration mismatch.
    <style nonce={nonce} suppressHydrationWarning>
      {css}
    </style>
  );
}
