import type { Metadata } from "next";
import { LanguagePicker } from "#components/checkout/language-picker.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { requestLanguages, requestText } from "#lib/next/text.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: (await wordsOf(searchParams)).title };
}

/** Tells a payer whose webview link or session opens nothing what to do. */
export default async function StartAgainPage({ searchParams }: Props) {
  const { title, lead, maker } = await wordsOf(searchParams);
  const languages = <LanguagePicker text={await requestText()} links={await requestLanguages()} />;
  return (
    <PlainPage title={title} lead={lead} footer={languages}>
      {maker && (
        <section aria-labelledby="maker" className="grid gap-1 text-sm">
          <h2 id="maker" className="font-semibold">
            {maker.title}
          </h2>
          <p className="text-muted">{maker.lead}</p>
        </section>
      )}
    </PlainPage>
  );
}

type Words = { title: string; lead: string; maker?: { title: string; lead: string } };

async function wordsOf(searchParams: Props["searchParams"]): Promise<Words> {
  const { again } = (await requestText()).messages.payer;
  switch ((await searchParams)["problem"]) {
    case "link_used":
      return again.link_used;
    case "link_not_valid":
      return again.link_not_valid;
    case "return_address_refused":
      return again.return_address_refused;
    case "cookies_blocked":
      return again.cookies_blocked;
    case "session_missing":
    case undefined:
      return again.session_missing;
    default:
      return again.unavailable;
  }
}
