import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { fitSubject, type LetterRow, letterMail } from "#lib/platform/mail/letter.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import { toLine } from "#lib/platform/mail/page.ts";
import type { NoteKind } from "#lib/webhooks/model/letter.ts";
import type { NoteTotal } from "./items.sql.ts";

/** Merchants choose names and order numbers, so they are plain text. */
export type NoteMailParts = {
  email: string;
  text: MerchantText;
  accountName: string;
  mode: Mode;
  kind: NoteKind;
  /** One for each currency. They may be of fewer than `count`. */
  totals: NoteTotal[];
  count: number;
  /** The newest. */
  listed: NotedItem[];
  link: string;
  settingsUrl: string;
};

/** `amount` in minor units. `note`: what happened to it. */
export type NotedItem = {
  order: string | null;
  amount: number;
  currency: string;
  note?: string | undefined;
};

/** The account's name is in the subject, so that members of several know at once. */
export function noteMail(parts: NoteMailParts): Mail {
  const { email, text, mode, kind, totals, count, link, settingsUrl } = parts;
  const words = text.messages.letters.mail;
  const account = toLine(parts.accountName);
  const isWhole = countOf(totals) === count;
  const amount = totals.map((one) => text.amount(one.amount, one.currency)).join(" + ");
  const say = (message: string) => text.format(message, { count, amount, account });
  const subjectFor = (name: string) =>
    text.format(words[kind].subject, { count, amount, account: name });
  const lead = say(words[kind].lead);
  return {
    ...letterMail({
      to: email,
      text,
      subject: fitSubject(subjectFor, account),
      preheader: lead,
      from: account,
      mark: mode === "test" ? words.mark : undefined,
      title: say(words[kind].title),
      figure: isWhole ? amount : undefined,
      lead,
      facts: [],
      items: rowsOf(parts),
      link: { label: say(words[kind].open), href: link },
      notes: [],
      foot: [text.format(words.why, { account })],
      footLink: { label: words.off, href: settingsUrl },
    }),
    settingsUrl,
  };
}

export function countOf(totals: NoteTotal[]): number {
  return totals.reduce((sum, { count }) => sum + count, 0);
}

function rowsOf({ text, listed, count }: NoteMailParts): LetterRow[] {
  const words = text.messages.letters.mail;
  const rows = listed.map(({ order, amount, currency, note }) => ({
    label: [order === null ? words.untitled : toLine(order), note].filter(Boolean).join(", "),
    value: text.amount(amount, currency),
  }));
  const left = count - listed.length;
  return left > 0
    ? [...rows, { label: text.format(words.more, { count: left }), value: "" }]
    : rows;
}
