import { consolePath } from "#lib/console/links.ts";
import type { Brand, Scheme } from "#lib/merchants/brand/brand.ts";

/** What a preview shows: a colour (`#rrggbb`, or empty for the plain look), the schemes a brand allows, a language. */
export type PreviewLook = { accent: string; scheme: Scheme; language: string };

/** Of the element whose height a frame takes. */
export const PREVIEW_ID = "brand-preview";

type Query = Record<string, string | string[] | undefined>;

/** What an address asks to see, else the brand as it is. */
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

/** Address of the page that shows a look in one scheme. */
export function previewPath(
  { accent, scheme, language }: Omit<PreviewLook, "accent"> & { accent: string | undefined },
  shown: "light" | "dark",
): string {
  const auto = scheme === "auto" ? "1" : undefined;
  const query = { accent: colourOf(accent), scheme: shown, auto, lang: language };
  return consolePath("/settings/brand/preview", query);
}

/** Which schemes shoppers may see the checkout in. */
export function shownSchemes(scheme: Scheme): ("light" | "dark")[] {
  return scheme === "auto" ? ["light", "dark"] : [scheme];
}

/** Reads a colour that may be half typed; `undefined` for the plain look. */
export function colourOf(text: string | string[] | undefined): string | undefined {
  const colour = typeof text === "string" ? text.trim().toLowerCase() : "";
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : undefined;
}

function isScheme(value: unknown): value is Scheme {
  return value === "auto" || value === "light" || value === "dark";
}
