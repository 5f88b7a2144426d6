import { mailboxPath } from "#components/checkout/links.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export type ListedMail = { id: string; subject: string; text: string; receivedAt: Date };

type Props = { text: MerchantText; address: string; mails: ListedMail[] };

export function MailList({ text, address, mails }: Props) {
  const words = text.messages.mailbox;
  return (
    <section aria-labelledby="mails" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="mails" className="min-w-0 wrap-anywhere font-semibold text-lg">
          {text.format(words.mailsTo, { address })}
        </h2>
        <ButtonLink href={mailboxPath(address)} look="secondary">
          {words.again}
        </ButtonLink>
      </div>
      {mails.length === 0 && (
        <Card>
          <p className="text-muted">{words.none}</p>
        </Card>
      )}
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <li key={mail.id}>
            <MailCard text={text} mail={mail} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MailCard({ text, mail }: { text: MerchantText; mail: ListedMail }) {
  const at = mail.receivedAt.toISOString();
  const code = codeOf(mail.subject);
  return (
    <Card labelledBy={mail.id}>
      <article className="grid gap-3">
        <div className="grid gap-0.5">
          <h3 id={mail.id} dir="auto" className="wrap-anywhere font-semibold">
            {mail.subject}
          </h3>
          <p className="text-muted text-sm tabular-nums">
            <time dateTime={at}>{text.dateTime(at)}</time>
          </p>
        </div>
        {code !== undefined && (
          <p className="flex items-baseline justify-between gap-4 rounded-soft border border-line bg-sunken px-4 py-3">
            <span className="text-muted">{text.messages.mailbox.code}</span>
            <strong className="font-mono font-semibold text-2xl tracking-wider">{code}</strong>
          </p>
        )}
        <MailText words={mail.text} />
      </article>
    </Card>
  );
}

/** Only a line that consists of an address becomes a link, so a merchant's name can't create one. */
function MailText({ words }: { words: string }) {
  const link = words.split("\n").find((line) => /^https?:\/\/\S+$/.test(line));
  const [before, after] = link === undefined ? [words, ""] : cut(words, link);
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {before}
      {link !== undefined && (
        <a className="link" href={link}>
          {link}
        </a>
      )}
      {after}
    </p>
  );
}

function cut(words: string, at: string): [string, string] {
  const start = words.indexOf(at);
  return [words.slice(0, start), words.slice(start + at.length)];
}

function codeOf(subject: string): string | undefined {
  return /^\d{6}\b/.exec(subject)?.[0];
}
