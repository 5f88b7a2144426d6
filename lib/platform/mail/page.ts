import type { Text } from "#lib/platform/i18n/format.ts";

export type MailPart = string | { code: string } | { label: string; href: string };

// No text or background colours, so that dark mode works.
/** Escapes all texts. */
export function mailPage(text: Text, title: string, parts: MailPart[]): string {
  return [
    "<!doctype html>",
    `<html lang="${text.locale}" dir="${text.dir}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:24px;font-family:system-ui,sans-serif"><div style="max-width:480px;margin:0 auto">`,
    `<h1 style="margin:0 0 8px;font-size:16px;line-height:24px">${escapeHtml(title)}</h1>`,
    ...parts.map(htmlOf),
    "</div></body></html>",
    "",
  ].join("\n");
}

export function mailText(title: string, parts: MailPart[]): string {
  return [title, ...parts.map(textOf), ""].join("\n\n");
}

/** One line, without characters that turn the direction. */
export function toLine(name: string): string {
  return name.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

function htmlOf(part: MailPart): string {
  if (typeof part === "string") {
    return `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(part)}</p>`;
  }
  if ("code" in part) {
    return `<p style="margin:0 0 16px;font-size:32px;line-height:40px;font-weight:bold;letter-spacing:4px" dir="ltr">${escapeHtml(part.code)}</p>`;
  }
  const href = escapeHtml(part.href);
  return [
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px"><a href="${href}">${escapeHtml(part.label)}</a></p>`,
    // Some programs cut off links, and some users check them first.
    `<p style="margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all" dir="ltr">${href}</p>`,
  ].join("\n");
}

function textOf(part: MailPart): string {
  if (typeof part === "string") return part;
  return "code" in part ? part.code : `${part.label}:\n${part.href}`;
}

export function escapeHtml(words: string): string {
  return words.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
