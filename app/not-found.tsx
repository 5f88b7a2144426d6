import type { Metadata } from "next";
import { headers } from "next/headers";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { UNKNOWN_PAYMENT_HEADER } from "#lib/next/page-request.ts";
import { requestText } from "#lib/next/text.ts";

// An empty reference names the page it stands on, with its query.
const SAME_ADDRESS = "";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await wordsOf()).tab };
}

// Unknown payments come here through the proxy: a page that calls notFound() by itself is blank without scripts.
export default async function NotFound() {
  const { title, lead, homeLink, again } = await wordsOf();
  return (
    <PlainPage title={title} lead={lead}>
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

type Words = { tab: string; title: string; lead: string; homeLink?: string; again?: string };

async function wordsOf(): Promise<Words> {
  const { common, checkout, payer } = (await requestText()).messages;
  const unknown = (await headers()).get(UNKNOWN_PAYMENT_HEADER);
  if (unknown === "checkout") return checkout.unknown;
  if (unknown === "payer") return payer.unknown;
  if (unknown === "outage") return { tab: common.outage.title, ...common.outage };
  const { notFoundTitle: title, notFoundLead: lead, homeLink } = common;
  return { tab: title, title, lead, homeLink };
}
