import { ExternalLink } from "lucide-react";
import { Banner } from "#components/ui/banner.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { Text } from "#lib/i18n/format.ts";

/** Where the mails of the demo can be read. */
export function MailboxHint({ text, href }: { text: Text; href: string }) {
  const words = text.messages.payer.code;
  return (
    <Banner>
      <p>{words.mailboxHint}</p>
      <p>
        <a
          href={href}
          target="_blank"
          rel="noopener"
          className="link inline-flex min-h-6 items-center gap-1.5"
        >
          {words.mailbox}
          <Icon of={ExternalLink} size={16} points />
        </a>
      </p>
    </Banner>
  );
}
