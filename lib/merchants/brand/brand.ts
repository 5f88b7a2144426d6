import type { brands } from "#lib/merchants/schema.ts";

/** How an account's checkout looks, without the bytes of its logo. */
export type Brand = Pick<typeof brands.$inferSelect, "accentColour" | "scheme" | "logoDigest">;

export const SCHEMES = ["auto", "light", "dark"] as const satisfies Brand["scheme"][];
export type Scheme = Brand["scheme"];

/** The look of an account that never chose one. */
export const NO_BRAND: Brand = { accentColour: null, scheme: "auto", logoDigest: null };

/** What pages take over of a brand. */
export type Look = {
  /** A style sheet of custom properties; it holds nothing a person typed but digits of a colour. */
  css: string | undefined;
  logoPath: string | undefined;
};
