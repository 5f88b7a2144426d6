import type { Metadata } from "next";
import { TakeAmountForm } from "#components/console/links/take-amount-form.tsx";
import { TillFrame } from "#components/console/links/till-frame.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { modeOf, type PageQuery } from "../../mode.ts";
import { takeAmountAction } from "../actions.ts";
import { usualCurrency } from "../usual-currency.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.paymentLinks.till.take.title };
}

/** A cashier types an amount. Its code shows on the next page. */
export default async function TakeAmountPage({
  searchParams,
}: {
  searchParams: Promise<PageQuery>;
}) {
  const { account } = await requireVisit("developer", consolePath("/links/till"));
  const mode = modeOf(await searchParams);
  const text = await merchantText();
  const words = text.messages.paymentLinks.till.take;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <TillFrame text={text} account={account} mode={mode} closeHref={consolePath("/links", along)}>
      <div className="mx-auto grid w-full max-w-md gap-6">
        <PageTitle lead={words.lead}>{words.title}</PageTitle>
        <TakeAmountForm
          text={text}
          mode={mode}
          currency={await usualCurrency({ accountId: account.id, mode })}
          action={takeAmountAction}
        />
      </div>
    </TillFrame>
  );
}
