import type { Metadata } from "next";
import { PageTitle } from "#components/ui/page-title.tsx";
import { requireVisit } from "#lib/next/console-session.ts";
import { requestText } from "#lib/next/text.ts";
import { ConsolePage } from "./console-page.tsx";
import { modeOf, type PageQuery } from "./mode.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.overview.title };
}

/** The first page: the first steps, and how payments went. */
export default async function OverviewPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit();
  const { messages } = await requestText();
  return (
    <ConsolePage visit={visit} section="overview" path="" mode={modeOf(await searchParams)}>
      <PageTitle>{messages.overview.title}</PageTitle>
    </ConsolePage>
  );
}
