import { paletteOf } from "#lib/merchants/brand/palette.ts";

const OUR_ACCENT = "#0b6e4f";

/** HTML for pages, newsletters and mails: a link with its look inline. `accentColour`: the merchant's, `#rrggbb`. */
export function payButton(url: string, label: string, accentColour: string | null): string {
  const { accent, onAccent } = paletteOf(accentColour ?? OUR_ACCENT).light;
  const style = [
    "display:inline-block",
    "padding:14px 22px",
    "border-radius:12px",
    `background:${accent}`,
    `color:${onAccent}`,
    "font:600 16px/1.25 system-ui,sans-serif",
    "text-decoration:none",
  ].join(";");
  return `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
