"use client";

import { ChevronRight, Landmark, Search } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { findBanks } from "./bank-search.ts";

export type ListedBank = {
  id: string;
  name: string;
  logoPath: string | undefined;
  href: string;
  isLast: boolean;
};

type Props = {
  banks: ListedBank[];
  /** Search of a page without scripts. */
  search: string;
  /** Language of the query, kept in a search without scripts. */
  lang: string | undefined;
  words: { search: string; find: string; found: string; notFound: string; last: string };
};

/** Fewer banks need no search. */
const SEARCHED_FROM = 4;

/** Filters while typing, or by a GET form without scripts. */
export function BankList({ banks, search, lang, words }: Props) {
  const [typed, setTyped] = useState<string>();
  const found = findBanks(banks, typed ?? search);
  return (
    <div className="grid gap-3">
      {banks.length >= SEARCHED_FROM && (
        <search>
          <form method="get" className="grid gap-1.5" onSubmit={(event) => event.preventDefault()}>
            <label htmlFor="field-q" className="font-medium">
              {words.search}
            </label>
            <div className="flex gap-2">
              <span className="relative min-w-0 flex-1">
                <span className="pointer-events-none absolute inset-y-0 start-4 flex items-center text-muted">
                  <Icon of={Search} />
                </span>
                <input
                  id="field-q"
                  name="q"
                  type="search"
                  autoComplete="off"
                  maxLength={100}
                  value={typed ?? search}
                  onChange={(event) => setTyped(event.target.value)}
                  className="min-h-12 w-full rounded-soft border border-edge bg-card py-2.5 ps-12 pe-4 text-base text-ink"
                />
              </span>
              {lang && <input type="hidden" name="lang" value={lang} />}
              <noscript>
                <Button look="secondary">{words.find}</Button>
              </noscript>
            </div>
          </form>
          <p role="status" className="sr-only">
            {typed === undefined ? "" : words.found.replace("{count}", String(found.length))}
          </p>
        </search>
      )}
      {found.length === 0 && banks.length > 0 && <p className="text-muted">{words.notFound}</p>}
      <ul className="-m-1 grid max-h-112 gap-3 overflow-y-auto p-1">
        {found.map((bank) => (
          <BankRow key={bank.id} bank={bank} lastText={words.last} />
        ))}
      </ul>
    </div>
  );
}

// The mark is outside the link, so that the link's name is only the bank's.
function BankRow({ bank, lastText }: { bank: ListedBank; lastText: string }) {
  const markId = bank.isLast ? "last-used" : undefined;
  return (
    <li className="relative flex min-h-14 items-center gap-3 rounded-soft border border-edge px-4 py-3 transition-colors hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-accent">
      <span className="text-muted">
        {bank.logoPath === undefined ? (
          <Icon of={Landmark} />
        ) : (
          // biome-ignore lint/performance/noImgElement: a picture of our own host, in its own size
          <img
            src={bank.logoPath}
            alt=""
            width={24}
            height={24}
            loading="lazy"
            className="size-6 object-contain"
          />
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <a
          href={bank.href}
          aria-describedby={markId}
          className="min-w-0 font-semibold after:absolute after:inset-0 focus-visible:outline-none"
        >
          <bdi>{bank.name}</bdi>
        </a>
        {markId && (
          <span
            id={markId}
            className="rounded-full bg-accent-tint px-2.5 py-0.5 font-medium text-accent text-sm"
          >
            {lastText}
          </span>
        )}
      </span>
      <span className="text-muted">
        <Icon of={ChevronRight} points />
      </span>
    </li>
  );
}
