"use client";

import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { type CodeTab, CodeTabs } from "#components/ui/code-tabs.tsx";
import { FirstCall } from "./first-call.tsx";

/** Only this response contains the key. */
export type NewKey = { id: string; key: string; snippets: CodeTab[] };

export type NewKeyWords = {
  title: string;
  once: string;
  serverSide: string;
  tryIt: string;
  tryItLead: string;
  stored: string;
  waiting: string;
  received: string;
  language: string;
};

type Props = {
  made: NewKey;
  words: NewKeyWords;
  /** The key's id is appended. */
  callsHref: string;
  doneHref: string;
  chosen: string;
};

export function NewKeyCard({ made, words, callsHref, doneHref, chosen }: Props) {
  return (
    <div className="grid gap-4" data-new-key>
      <h2 tabIndex={-1} data-autofocus="" className="font-semibold text-lg">
        {words.title}
      </h2>
      <Banner tone="warning">
        <p className="font-semibold">{words.once}</p>
        <p>{words.serverSide}</p>
      </Banner>
      <CodeBlock code={made.key} />
      <FirstCall href={callsHref + made.id} waiting={words.waiting} received={words.received} />
      <div className="grid gap-1 border-line border-t pt-4">
        <h3 className="font-semibold">{words.tryIt}</h3>
        <p className="text-muted">{words.tryItLead}</p>
      </div>
      <CodeTabs legend={words.language} name="new-key" tabs={made.snippets} chosen={chosen} />
      <div className="border-line border-t pt-4">
        {/* Loads the page: within React, the same page would keep the form with the key. */}
        <ButtonLink href={doneHref}>{words.stored}</ButtonLink>
      </div>
    </div>
  );
}
