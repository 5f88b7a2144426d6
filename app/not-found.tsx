import type { Metadata } from "next";
import { headers } from "next/headers";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { UNKNOWN_PAYMENT_HEADER } from "#lib/next/page-request.ts";
import { requestText } from "#lib/next/text.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await wordsOf()).tab };
}

// Unknown payments come here through the proxy: a page that calls notFound() by itself is blank without scripts.
export default async function NotFound() {
  const { title, lead, homeLink } = await wordsOf();
  return (
    <PlainPage title={title} lead={lead}>
      {homeLink && (
        <a href="/" className="link">
          {homeLink}
        </a>
      )}
    </PlainPage>
  );
}

async function wordsOf(): Promise<{ tab: string; title: string; lead: string; homeLink?: string }> {
  const { common, checkout, payer } = (await requestText()).messages;
  const unknown = (await headers()).get(UNKNOWN_PAYMENT_HEADER);
  if (unknown === "checkout") return checkout.unknown;
  if (unknown === "payer") return payer.unknown;
  const { notFoundTitle: title, notFoundLead: lead, homeLink } = common;
  return { tab: title, title, lead, homeLink };
}
