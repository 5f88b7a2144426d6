import { consolePath } from "#lib/console/paths/links.ts";
import type { Brand } from "#lib/merchants/brand/brand.ts";
import type { Scheme } from "#lib/merchants/model/look.ts";

/** `accent`: `#rrggbb`, or empty for the default look. */
export type PreviewLook = { accent: string; scheme: Scheme; language: string };

/** Id of the element that sets the frame's height. */
export const PREVIEW_ID = "brand-preview";

type Query = Record<string, string | string[] | undefined>;

export function readPreview(
  query: Query,
  brand: Pick<Brand, "accentColour" | "scheme">,
  locale: string,
): PreviewLook {
  const { accent, scheme, language } = query;
  return {
    accent: typeof accent === "string" ? accent.slice(0, 20) : (brand.accentColour ?? ""),
    scheme: isScheme(scheme) ? scheme : brand.scheme,
    language: typeof language === "string" ? language.slice(0, 20) : locale,
  };
}

export function previewPath(
  { accent, scheme, language }: Omit<PreviewLook, "accent"> & { accent: string | undefined },
  shown: "light" | "dark",
): string {
  const auto = scheme === "auto" ? "1" : undefined;
  const query = { accent: colourOf(accent), scheme: shown, auto, lang: language };
  return consolePath("/settings/brand/preview", query);
}

export function shownSchemes(scheme: Scheme): ("light" | "dark")[] {
  return scheme === "auto" ? ["light", "dark"] : [scheme];
}

/** `undefined` (the default look) unless the text is a complete colour. */
export function colourOf(text: string | string[] | undefined): string | undefined {
  const colour = typeof text === "string" ? text.trim().toLowerCase() : "";
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : undefined;
}

function isScheme(value: unknown): value is Scheme {
  return value === "auto" || value === "light" || value === "dark";
}
