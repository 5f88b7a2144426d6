import type { Metadata } from "next";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { requestText } from "#lib/next/text.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.common.notFoundTitle };
}

export default async function NotFound() {
  const { common } = (await requestText()).messages;
  return (
    <PlainPage title={common.notFoundTitle} lead={common.notFoundLead}>
      <a href="/" className="link">
        {common.homeLink}
      </a>
    </PlainPage>
  );
}
