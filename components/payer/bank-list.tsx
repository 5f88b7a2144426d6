import { ChevronRight, Search } from "lucide";
import type { ReactNode } from "react";
import { BankMark } from "#components/ui/bank-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import type { BankListProps } from "./bank-list.script.ts";
import { findBanks } from "./bank-search.ts";

export type ListedBank = {
  id: string;
  name: string;
  bic?: string | undefined;
  logoPath?: string | undefined;
};

type Props = {
  banks: ListedBank[];
  failed: { id: string; why: string | undefined } | undefined;
  /** Search of a page without scripts. */
  search: string;
  /** Language of the query, kept in a search without scripts. */
  lang: string | undefined;
  words: { search: string; find: string; found: string; notFound: string; opening: string };
  start: (form: FormData) => Promise<void>;
  /** Hidden fields of the form that starts the payment. */
  children: ReactNode;
};

/** Fewer banks need no search. */
const SEARCHED_FROM = 4;

/** Filters while typing, or by a GET form without scripts. */
export function BankList({ banks, failed, search, lang, words, start, children }: Props) {
  const found = findBanks(banks, search);
  return (
    <PageElement<BankListProps>
      name="page-bank-list"
      props={{ found: words.found }}
      className="grid grid-cols-1 gap-3"
    >
      {banks.length >= SEARCHED_FROM && (
        <search>
          <form method="get" className="grid grid-cols-1 gap-1.5">
            <label htmlFor="field-q" className="font-medium">
              {words.search}
            </label>
            <div className="flex gap-2">
              <span className="relative min-w-0 flex-1">
                <input
                  id="field-q"
                  name="q"
                  type="search"
                  autoComplete="off"
                  maxLength={100}
                  defaultValue={search}
                  className="min-h-12 w-full rounded-soft border border-edge bg-card py-2.5 ps-12 pe-4 text-base text-ink"
                />
                {/* Before the field it could be painted early, and then jump. */}
                <span className="pointer-events-none absolute inset-y-0 start-4 flex items-center text-muted">
                  <Icon of={Search} />
                </span>
              </span>
              {lang && <input type="hidden" name="lang" value={lang} />}
              <noscript>
                <Button look="secondary">{words.find}</Button>
              </noscript>
            </div>
          </form>
          <p role="status" className="sr-only" />
        </search>
      )}
      {banks.length > 0 && (
        <p data-not-found="" hidden={found.length > 0} className="text-muted">
          {words.notFound}
        </p>
      )}
      <Form action={start}>
        {children}
        <ul className="-m-1 grid max-h-[28rem] grid-cols-1 gap-3 overflow-y-auto p-1">
          {banks.map((bank) => (
            <li
              key={bank.id}
              data-name={bank.name}
              data-bic={bank.bic}
              hidden={!found.includes(bank)}
            >
              <BankButton
                bank={bank}
                openingText={words.opening}
                note={bank.id === failed?.id ? failed.why : undefined}
              />
            </li>
          ))}
        </ul>
      </Form>
    </PageElement>
  );
}

type OtherProps = Pick<Props, "banks" | "start" | "children"> & {
  title: string;
  words: Pick<Props["words"], "opening">;
};

/** Closed at first, and not searched. */
export function OtherBanks({ banks, title, words, start, children }: OtherProps) {
  return (
    <details>
      <summary className="min-h-11 py-2 text-muted text-sm">{title}</summary>
      <Form action={start}>
        {children}
        <ul className="grid grid-cols-1 gap-3 pt-2">
          {banks.map((bank) => (
            <li key={bank.id}>
              <BankButton bank={bank} openingText={words.opening} note={undefined} />
            </li>
          ))}
        </ul>
      </Form>
    </details>
  );
}

type ButtonProps = { bank: ListedBank; openingText: string; note: string | undefined };

function BankButton({ bank, openingText, note }: ButtonProps) {
  return (
    <button
      type="submit"
      name="bank"
      value={bank.id}
      data-leaves=""
      data-busy={openingText}
      className="flex min-h-14 w-full items-center gap-3 rounded-soft border border-edge px-3 py-2 text-start transition-colors hover:bg-sunken aria-disabled:opacity-55"
    >
      <BankMark name={bank.name} logoPath={bank.logoPath} />
      <span className="grid min-w-0 flex-1 grid-cols-1">
        <bdi data-label="" className="font-semibold">
          {bank.name}
        </bdi>{" "}
        {note !== undefined && <span className="text-muted text-sm">{note}</span>}
      </span>
      <span className="text-muted @max-[12rem]:hidden">
        <Icon of={ChevronRight} points />
      </span>
    </button>
  );
}
