import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import { type MailPart, mailPage, mailText, toLine } from "#lib/platform/mail/page.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";

/** Merchants choose the names and URL, so they are plain text. */
export type DisabledMailParts = {
  email: string;
  text: MerchantText;
  accountName: string;
  endpoint: Pick<
    EndpointView,
    "name" | "url" | "mode" | "disabledReason" | "failingSince" | "disabledAt"
  >;
  link: string;
};

export function disabledMail({
  email,
  text,
  accountName,
  endpoint,
  link,
}: DisabledMailParts): Mail {
  const { mail: words } = text.messages.webhooks;
  const { url, mode, disabledReason, disabledAt } = endpoint;
  const since = endpoint.failingSince ?? disabledAt;
  const name = toLine(endpoint.name ?? new URL(url).host);
  const title = text.format(words.title, { name });
  const parts: MailPart[] = [
    text.format(words.what, {
      account: toLine(accountName),
      mode: text.messages.console.mode[mode],
      // May contain a merchant's secret.
      url: toLine(url.replace(/[?#].*$/, "")),
    }),
    disabledReason === "failing" && since
      ? text.format(words.failing, { since: text.dateTime(since.toISOString()) })
      : words.gone,
    words.kept,
    words.next,
    { label: words.link, href: link },
  ];
  return {
    to: email,
    subject: title,
    text: mailText(title, parts),
    html: mailPage(text, title, parts),
  };
}
