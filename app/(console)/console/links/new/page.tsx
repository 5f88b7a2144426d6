import type { Metadata } from "next";
import { LinkForm } from "#components/console/links/link-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { ConsolePage } from "../../console-page.tsx";
import { modeOf, type PageQuery } from "../../mode.ts";
import { createLinkAction } from "../actions.ts";
import { usualCurrency } from "../usual-currency.ts";

const PATH = "/links/new";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.paymentLinks.form.title };
}

export default async function NewLinkPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit("developer", consolePath(PATH));
  const mode = modeOf(await searchParams);
  const text = await merchantText();
  const words = text.messages.paymentLinks.form;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery };
  return (
    <ConsolePage visit={visit} section="links" path={PATH} mode={mode}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <Card>
        <LinkForm
          // Resets the form when the mode changes.
          key={mode}
          text={text}
          mode={mode}
          currency={await usualCurrency({ accountId: visit.account.id, mode })}
          cancelHref={consolePath("/links", along)}
          action={createLinkAction}
        />
      </Card>
    </ConsolePage>
  );
}
