import { ChevronRight, Landmark } from "lucide-react";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { BankChoice } from "#lib/checkout/view.ts";

type Props = ScreenProps & { banks: BankChoice[] };

/** One tap on a bank goes on to the review. */
export function BankScreen({ view, text, banks }: Props) {
  const { payer, common } = text.messages;
  return (
    <>
      <PageTitle lead={payer.bank.lead}>{payer.bank.title}</PageTitle>
      {banks.length === 0 && (
        <Banner tone="warning">
          <p>{payer.bank.none}</p>
        </Banner>
      )}
      <ul className="grid gap-3">
        {banks.map(({ id, name }) => (
          <li key={id}>
            <a
              href={payPath(view.reference, "/review", { bank: id, ...text.linkQuery })}
              className="flex min-h-14 items-center gap-3 rounded-soft border border-edge px-4 py-3 font-semibold transition-colors hover:bg-sunken"
            >
              <span className="text-muted">
                <Icon of={Landmark} />
              </span>
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <span className="text-muted rtl:rotate-180">
                <Icon of={ChevronRight} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <ButtonLink href={payPath(view.reference, "", text.linkQuery)} look="quiet">
        {common.back}
      </ButtonLink>
    </>
  );
}
