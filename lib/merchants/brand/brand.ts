import type { brands } from "#lib/merchants/model/schema.ts";

export type Brand = Pick<typeof brands.$inferSelect, "accentColour" | "scheme" | "logoDigest">;

export const NO_BRAND: Brand = { accentColour: null, scheme: "auto", logoDigest: null };

export type Look = {
  /** Custom properties. The only user input in them is colour digits. */
  css: string | undefined;
  logoPath: string | undefined;
};
