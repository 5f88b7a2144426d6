import type { brands } from "#lib/merchants/schema.ts";

export type Brand = Pick<typeof brands.$inferSelect, "accentColour" | "scheme" | "logoDigest">;

export const SCHEMES = ["auto", "light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

export const NO_BRAND: Brand = { accentColour: null, scheme: "auto", logoDigest: null };

export type Look = {
  /** Custom properties. The only user input in them is colour digits. */
  css: string | undefined;
  logoPath: string | undefined;
};
