import { ExternalLink } from "lucide";
import { Banner } from "#components/ui/banner.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { Text } from "#lib/platform/i18n/format.ts";

export function MailboxHint({ text, href }: { text: Text; href: string }) {
  const words = text.messages.payer.code;
  return (
    <Banner>
      <p>{words.mailboxHint}</p>
      <p>
        <a href={href} target="_blank" rel="noopener" className="link inline-block min-h-6">
          {words.mailbox}
          <span className="ms-1.5 inline-block align-[-0.125em]">
            <Icon of={ExternalLink} size={16} points />
          </span>
        </a>
      </p>
    </Banner>
  );
}
