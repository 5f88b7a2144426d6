import type { Metadata } from "next";
import { payPath, startAgainPath } from "#components/checkout/links.ts";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { keepsCookies } from "#lib/next/payer/payer-session.ts";
import { requestText } from "#lib/next/request/text.ts";
import type { Text } from "#lib/platform/i18n/format.ts";

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.payer.enter.title };
}

/**
 * Keeps the first address, with its secrets, out of the history: browsers store the address that redirects started at, but
 * replace the entry of a page that leaves at once.
 */
export default async function EnterPage({ searchParams }: Props) {
  const text = await requestText();
  const { title, lead, next } = text.messages.payer.enter;
  const target = await targetOf(await searchParams, text);
  return (
    <PlainPage title={title} lead={lead}>
      <meta httpEquiv="refresh" content={`0;url=${target}`} />
      <a href={target} className="link">
        {next}
      </a>
    </PlainPage>
  );
}

async function targetOf({ reference, problem }: Query, { linkQuery }: Text): Promise<string> {
  if (typeof reference === "string") {
    // The previous response set the session cookie.
    if (!(await keepsCookies())) return startAgainPath("cookies_blocked", linkQuery);
    return payPath({ reference, flow: "direct" }, "", linkQuery);
  }
  return startAgainPath(typeof problem === "string" ? problem : "", linkQuery);
}
