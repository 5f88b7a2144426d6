import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { Banner } from "#components/ui/banner.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { BankChoice } from "#lib/banks/connector.ts";
import { BankList } from "./bank-list.tsx";
import { lastUsedFirst } from "./bank-search.ts";
import { PlaceFields } from "./place-fields.tsx";
import { WayBack } from "./way-back.tsx";

type Props = ScreenProps & {
  banks: BankChoice[];
  search: string;
  lastBankId: string | undefined;
  maskedEmail: string | undefined;
  /** Whether this browser remembers the payer, and can forget them. */
  isRemembered: boolean;
  forget: (form: FormData) => Promise<void>;
};

export function BankScreen({ view, text, banks, lastBankId, maskedEmail, ...rest }: Props) {
  const { bank: words } = text.messages.payer;
  const hrefOf = (id: string) => payPath(view, "/review", { bank: id, ...text.linkQuery });
  return (
    <>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {banks.length === 0 && (
        <Banner tone="warning">
          <p>{words.none}</p>
        </Banner>
      )}
      <BankList
        banks={lastUsedFirst(banks, lastBankId).map(({ id, name, logoPath }) => ({
          id,
          name,
          logoPath,
          href: hrefOf(id),
          isLast: id === lastBankId,
        }))}
        search={rest.search}
        lang={text.linkQuery.lang}
        words={words}
      />
      {maskedEmail !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
          <p className="min-w-0 text-muted">
            {text.format(words.payingAs, { email: maskedEmail })}
          </p>
          {rest.isRemembered && (
            <form action={rest.forget}>
              <PlaceFields view={view} text={text} />
              <button type="submit" className="link min-h-11 text-start">
                {words.forget}
              </button>
            </form>
          )}
        </div>
      )}
      <WayBack view={view} text={text} />
    </>
  );
}
