"use client";

import { Banner } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";

type Props = {
  codes: string[];
  words: MerchantMessages["security"]["recovery"];
  doneHref: string;
  /** Reports another change that just happened. */
  news?: string;
};

export function RecoveryCodeList({ codes, words, doneHref, news }: Props) {
  return (
    <Card labelledBy="codes">
      <div className="grid justify-items-start gap-4">
        {news && (
          <Banner tone="positive" alert>
            <p>{news}</p>
          </Banner>
        )}
        <div className="grid gap-1">
          <h2 id="codes" tabIndex={-1} data-autofocus="" className="font-semibold text-lg">
            {words.shownTitle}
          </h2>
          <p className="text-muted">{words.shownLead}</p>
        </div>
        <ul
          aria-labelledby="codes"
          className="grid w-full max-w-lg gap-x-8 gap-y-2 rounded-soft border border-line bg-sunken p-4 sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="font-mono tabular-nums">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <PageButton href={doneHref}>{words.done}</PageButton>
          <div className="needs-script">
            <CopyButton text={codes.join("\n")} label={words.copy} />
          </div>
        </div>
      </div>
    </Card>
  );
}
