type Props = {
  /** From `lookOf` (lib/merchants/brand): custom properties whose values are digits. */
  css: string | undefined;
  nonce: string | undefined;
};

export function BrandStyle({ css, nonce }: Props) {
  return css === undefined ? null : <style nonce={nonce}>{css}</style>;
}
