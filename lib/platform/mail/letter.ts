import type { Text } from "#lib/platform/i18n/format.ts";
import type { Mail } from "./mail.ts";
import { escapeHtml, toLine } from "./page.ts";

/** Of text on the card, and of a button. Each `#rrggbb`. */
type ButtonColours = { accent: string; onAccent: string };
export type LetterColours = { light: ButtonColours; dark: ButtonColours };

export type LetterRow = { label: string; value: string };

/** All words are escaped. What others wrote must be one line by {@link toLine} before. */
export type LetterParts = {
  to: string;
  text: Text;
  subject: string;
  /** Shown beside the subject in a list of mails. */
  preheader: string;
  /** Above all: who writes. */
  from: string;
  /** That no money moves. */
  mark?: string | undefined;
  title: string;
  /** Large, such as an amount. */
  figure?: string | undefined;
  lead: string;
  /** Below it, such as what was paid for. */
  about?: string | undefined;
  facts: LetterRow[];
  items?: LetterRow[] | undefined;
  link: { label: string; href: string };
  notes: string[];
  /** Why the reader gets it, and what to do about it. */
  foot: string[];
  footLink?: { label: string; href: string } | undefined;
  colours?: LetterColours | undefined;
};

/** As app/globals.css. */
const COLOURS = {
  paper: ["#f7f7f5", "#111312"],
  card: ["#ffffff", "#191b1a"],
  line: ["#e2e3df", "#2d312f"],
  ink: ["#191c1a", "#eef0ee"],
  muted: ["#565c58", "#a7ada9"],
  warning: ["#5f3f00", "#ffd98c"],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

type Ink = "ink" | "muted" | "warning";

const DEFAULT_COLOURS: LetterColours = {
  light: { accent: "#0b6e4f", onAccent: "#ffffff" },
  dark: { accent: "#4cc498", onAccent: "#06231a" },
};

const WIDTH = 560;
const FONT = "font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif";

/** What a subject and its name may take in one line (RFC 5322, 2.1.1), as a mail server gets them. */
const SUBJECT_LENGTH = 78 - "Subject: ".length;
const SHORTEST = 12;

/** Shortens `name` where the subject would not fit. */
export function fitSubject(write: (name: string) => string, name: string): string {
  const letters = [...new Intl.Segmenter().segment(toLine(name))].map(({ segment }) => segment);
  for (let length = letters.length; length > SHORTEST; length--) {
    const shown = letters.slice(0, length).join("").trimEnd();
    const subject = write(length < letters.length ? `${shown}…` : shown);
    if (encodedLength(subject) <= SUBJECT_LENGTH) return subject;
  }
  const shortest = letters.slice(0, SHORTEST).join("");
  return write(letters.length > SHORTEST ? `${shortest.trimEnd()}…` : shortest);
}

/** As one encoded word (RFC 2047) if not in ASCII. */
export function encodedLength(words: string): number {
  if (/^[\x20-\x7e]*$/.test(words)) return words.length;
  return "=?UTF-8?B??=".length + 4 * Math.ceil(Buffer.byteLength(words) / 3);
}

export function letterMail(parts: LetterParts): Mail {
  return {
    to: parts.to,
    subject: oneLine(parts.subject),
    text: textOf(parts),
    html: htmlOf(parts),
  };
}

function textOf(parts: LetterParts): string {
  const { mark, figure, items = [], link, footLink } = parts;
  const row = ({ label, value }: LetterRow) => (value === "" ? label : `${label}: ${value}`);
  const paragraphs = [
    parts.from,
    ...(mark === undefined ? [] : [mark]),
    figure === undefined ? parts.title : `${parts.title}: ${figure}`,
    parts.lead,
    parts.about ?? "",
    parts.facts.map(row).join("\n"),
    items.map(row).join("\n"),
    `${link.label}:\n${link.href}`,
    ...parts.notes,
    `-- \n${parts.foot.join("\n")}`,
    footLink === undefined ? "" : `${footLink.label}:\n${footLink.href}`,
  ];
  const written = paragraphs.filter((one) => one !== "").join("\n\n");
  return `${written.replace(UNSEEN, " ")}\n`;
}

/**
 * Tables and inline styles: Outlook for Windows lays out nothing else, and Gmail drops a style element in some places. That element only
 * adds dark colours.
 */
function htmlOf(parts: LetterParts): string {
  const { text, colours = DEFAULT_COLOURS } = parts;
  return [
    "<!doctype html>",
    `<html lang="${text.locale}" dir="${text.dir}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${safe(parts.subject)}</title>`,
    `<style>${darkRules(colours.dark)}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background-color:${COLOURS.paper[0]}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${safe(parts.preheader)}</div>`,
    `<table role="presentation" class="paper" width="100%" border="0" cellpadding="0" cellspacing="0" bgcolor="${COLOURS.paper[0]}"><tr><td align="center" style="padding:16px">`,
    `<!--[if mso]><table role="presentation" width="${WIDTH}" border="0" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`,
    `<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px">`,
    `<tr><td style="padding:8px 4px 12px">${paragraph(parts.from, text, "ink", "font-weight:bold")}</td></tr>`,
    `<tr><td class="card" bgcolor="${COLOURS.card[0]}" style="padding:20px;background-color:${COLOURS.card[0]};border:1px solid ${COLOURS.line[0]};border-radius:12px">`,
    ...cardOf(parts, colours.light),
    "</td></tr>",
    `<tr><td style="padding:16px 4px">${footOf(parts)}</td></tr>`,
    "</table>",
    "<!--[if mso]></td></tr></table><![endif]-->",
    "</td></tr></table></body></html>",
    "",
  ].join("\n");
}

function cardOf(parts: LetterParts, button: ButtonColours): string[] {
  const { text, mark, figure, facts, items = [] } = parts;
  return [
    ...(mark === undefined ? [] : [paragraph(mark, text, "warning", "font-weight:bold")]),
    `<h1 class="ink" style="${FONT};margin:0 0 4px;font-size:18px;line-height:26px;color:${COLOURS.ink[0]}">${safe(parts.title)}</h1>`,
    ...(figure === undefined ? [] : [figureOf(figure)]),
    paragraph(parts.lead, text, "ink"),
    ...(parts.about === undefined ? [] : [paragraph(parts.about, text, "ink")]),
    ...(facts.length === 0 ? [] : [tableOf(facts, text, "facts")]),
    ...(items.length === 0 ? [] : [tableOf(items, text, "items")]),
    buttonOf(parts.link, button),
    ...parts.notes.map((note) => paragraph(note, text, "muted", "font-size:14px;line-height:20px")),
  ];
}

function figureOf(figure: string): string {
  const style = `${FONT};margin:0 0 12px;font-size:32px;line-height:40px;font-weight:bold;color:${COLOURS.ink[0]}`;
  return `<p class="ink" style="${style}">${safe(figure)}</p>`;
}

function paragraph(words: string, { dir }: Text, ink: Ink, more = ""): string {
  const align = dir === "rtl" ? "right" : "left";
  const style = `${FONT};margin:0 0 16px;font-size:16px;line-height:24px;text-align:${align};color:${COLOURS[ink][0]};${more}`;
  return `<p class="${ink}" style="${style}">${safe(words)}</p>`;
}

/** Of items, the value is a sum at the end of the line. */
function tableOf(rows: LetterRow[], { dir }: Text, kind: "facts" | "items"): string {
  const [start, end] = dir === "rtl" ? ["right", "left"] : ["left", "right"];
  const cell = (words: string, ink: Ink, align: string, more: string) =>
    `<td class="${ink} line" valign="top" align="${align}" style="${FONT};padding:8px 0;font-size:15px;line-height:22px;text-align:${align};color:${COLOURS[ink][0]};border-top:1px solid ${COLOURS.line[0]};${more}"><bdi>${safe(words)}</bdi></td>`;
  const wraps = "word-break:break-word;overflow-wrap:anywhere";
  const gap = `padding-${end}:12px`;
  const lines = rows.map(({ label, value }) =>
    kind === "facts"
      ? `<tr>${cell(label, "muted", start, `width:34%;${gap}`)}${cell(value, "ink", start, wraps)}</tr>`
      : `<tr>${cell(label, "ink", start, `${wraps};${gap}`)}${cell(value, "ink", end, "white-space:nowrap")}</tr>`,
  );
  return `<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${lines.join("")}</table>`;
}

function buttonOf({ label, href }: LetterParts["link"], { accent, onAccent }: ButtonColours) {
  const style = `${FONT};display:inline-block;padding:12px 20px;font-size:16px;line-height:24px;font-weight:bold;text-decoration:none;color:${onAccent}`;
  return [
    `<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr>`,
    `<td class="button" bgcolor="${accent}" style="background-color:${accent};border-radius:8px">`,
    `<a class="on" href="${escapeHtml(href)}" style="${style}">${safe(label)}</a></td></tr></table>`,
  ].join("");
}

function footOf({ text, foot, footLink }: LetterParts): string {
  const small = "font-size:13px;line-height:20px;margin-bottom:8px";
  const link =
    footLink === undefined
      ? ""
      : `<p class="muted" style="${FONT};margin:0;font-size:13px;line-height:20px;color:${COLOURS.muted[0]}"><a class="muted" href="${escapeHtml(footLink.href)}" style="color:${COLOURS.muted[0]}">${safe(footLink.label)}</a></p>`;
  return foot.map((words) => paragraph(words, text, "muted", small)).join("") + link;
}

function darkRules({ accent, onAccent }: ButtonColours): string {
  const [paper, card, line] = [COLOURS.paper[1], COLOURS.card[1], COLOURS.line[1]];
  const inks = (["ink", "muted", "warning"] as const).map(
    (ink) => `.${ink}{color:${COLOURS[ink][1]}!important}`,
  );
  const rules = [
    `.paper{background-color:${paper}!important}`,
    `.card{background-color:${card}!important;border-color:${line}!important}`,
    `.line{border-color:${line}!important}`,
    ...inks,
    `.button{background-color:${accent}!important}`,
    `.on{color:${onAccent}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join("")}}`;
}

// Not isolates, which our own texts have. `toLine` removes those of others.
const UNSEEN = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e]/gu;

const oneLine = (words: string) => words.replace(UNSEEN, " ").replaceAll("\n", " ");

const safe = (words: string) => escapeHtml(oneLine(words));
