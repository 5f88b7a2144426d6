import type { Metadata } from "next";
import type { ReactNode } from "react";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Kiln & Table", template: "%s · Kiln & Table" },
  icons: "data:,",
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <a href="/">Kiln &amp; Table</a>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
