import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { ErrorWordsProvider } from "#components/ui/error-words.tsx";
import { requestText } from "#lib/next/request/text.ts";
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

/** Files of the typeface whose letters a page in this language has from its first paint. */
function lettersOf(locale: string): string[] {
  if (locale === "ar") return [];
  if (locale === "el") return ["latin", "greek"];
  return ["cs", "hu", "pl", "ro"].includes(locale) ? ["latin", "latin-ext"] : ["latin"];
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, dir, messages } = await requestText();
  for (const letters of lettersOf(locale)) {
    preload(`/fonts/manrope-${letters}.woff2`, { as: "font", type: "font/woff2", crossOrigin: "" });
  }
  const { errorTitle: title, errorLead: lead, errorAgain: again } = messages.common;
  return (
    <html lang={locale} dir={dir}>
      <body>
        <ErrorWordsProvider words={{ title, lead, again }}>{children}</ErrorWordsProvider>
      </body>
    </html>
  );
}
