import type { Metadata } from "next";
import { headers } from "next/headers";
import { LanguagePicker } from "#components/checkout/language-picker.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { MERCHANT_PAGE_HEADER, UNKNOWN_PAYMENT_HEADER } from "#lib/next/page-request.ts";
import { requestLanguages, requestText } from "#lib/next/text.ts";

// An empty reference names the page it stands on, with its query.
const SAME_ADDRESS = "";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await wordsOf()).tab };
}

// Unknown payments come here through the proxy: a page that calls notFound() by itself is blank without scripts.
export default async function NotFound() {
  const { title, lead, homeLink, again } = await wordsOf();
  return (
    <PlainPage title={title} lead={lead} footer={<Languages />}>
      {again && (
        <a href={SAME_ADDRESS} className="link">
          {again}
        </a>
      )}
      {homeLink && (
        <a href="/" className="link">
          {homeLink}
        </a>
      )}
    </PlainPage>
  );
}

/** Nothing on the pages of merchants, which have one language. */
async function Languages() {
  if ((await headers()).has(MERCHANT_PAGE_HEADER)) return null;
  return <LanguagePicker text={await requestText()} links={await requestLanguages()} />;
}

type Words = { tab: string; title: string; lead: string; homeLink?: string; again?: string };

async function wordsOf(): Promise<Words> {
  const { common, checkout, payer, handover } = (await requestText()).messages;
  const unknown = (await headers()).get(UNKNOWN_PAYMENT_HEADER);
  if (unknown === "checkout") return checkout.unknown;
  if (unknown === "payer") return payer.unknown;
  if (unknown === "frame") return handover.refusedFrame;
  if (unknown === "outage") return { tab: common.outage.title, ...common.outage };
  const { notFoundTitle: title, notFoundLead: lead, homeLink } = common;
  return { tab: title, title, lead, homeLink };
}
