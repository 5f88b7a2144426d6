import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { ErrorWordsProvider } from "#components/ui/error-words.tsx";
import { requestText } from "#lib/next/text.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: "Bankside",
  // Pages are only for people who have their address.
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

// Every page depends on its request, so none is prerendered.
export const dynamic = "force-dynamic";

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f7f5" },
    { media: "(prefers-color-scheme: dark)", color: "#111312" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, dir, messages } = await requestText();
  const { errorTitle: title, errorLead: lead, errorAgain: again } = messages.common;
  return (
    <html lang={locale} dir={dir}>
      <body>
        <ErrorWordsProvider words={{ title, lead, again }}>{children}</ErrorWordsProvider>
      </body>
    </html>
  );
}
