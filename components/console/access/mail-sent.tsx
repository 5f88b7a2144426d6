"use client";

import { ExternalLink, MailOpen } from "lucide";
import { Banner } from "#components/ui/banner.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { MailSentWords } from "./mail-sent-words.ts";

type Props = { words: MailSentWords };

export function MailSent({ words }: Props) {
  return (
    <div className="grid gap-4">
      <span className="text-accent">
        <Icon of={MailOpen} size={32} />
      </span>
      <h1 tabIndex={-1} data-autofocus="" className="text-title">
        {words.title}
      </h1>
      <p className="wrap-anywhere">{words.lead}</p>
      <p className="text-muted">{words.missing}</p>
      {words.mailbox && (
        <Banner>
          <p>{words.mailbox.hint}</p>
          <p>
            <a href={words.mailbox.href} className="link inline-flex min-h-11 items-center gap-1.5">
              {words.mailbox.label}
              <Icon of={ExternalLink} size={16} points />
            </a>
          </p>
        </Banner>
      )}
      <p>
        <a href={words.again.href} className="link inline-flex min-h-11 items-center">
          {words.again.label}
        </a>
      </p>
    </div>
  );
}
