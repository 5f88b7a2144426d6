import type { Metadata } from "next";
import { headers } from "next/headers";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { MERCHANT_PAGE_HEADER, UNKNOWN_PAYMENT_HEADER } from "#lib/next/request/page-request.ts";
import { requestText } from "#lib/next/request/text.ts";
import { NotFoundLinks, notFoundWords } from "./not-found-content.tsx";
import { TranslatedPage } from "./translated-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await wordsOf()).tab };
}

// `admitPage` leads unknown payments here: a page that calls notFound() itself is blank without scripts.
export default async function NotFound() {
  const words = await wordsOf();
  const { title, lead } = words;
  const props = { title, lead, children: <NotFoundLinks words={words} /> };
  // Merchant pages have one language.
  if ((await headers()).has(MERCHANT_PAGE_HEADER)) return <PlainPage {...props} />;
  return <TranslatedPage {...props} text={await requestText()} />;
}

async function wordsOf() {
  return notFoundWords((await headers()).get(UNKNOWN_PAYMENT_HEADER), await requestText());
}
