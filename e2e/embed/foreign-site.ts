import type { Page } from "playwright/test";
import { servers } from "../servers.ts";

// Not https: to a server without it, browsers then tell no origin.
export const SITE = "http://foreign.example";

/** A merchant's page, with what stands in its body and the headers it comes with. */
export async function hostPage(page: Page, body: string, headers: Record<string, string> = {}) {
  await page.unroute(`${SITE}/**`);
  await page.route(`${SITE}/**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers,
      body: `<!doctype html><html lang="en"><title>Cart</title>${body}`,
    }),
  );
}

export const frameOf = (src: string, attributes = "") =>
  `<iframe title="Pay" src="${src}" width="100%" height="800" ${attributes}></iframe>`;

/** The checkout in the page's frame. */
export const code = (page: Page) =>
  page.frameLocator("iframe").getByRole("heading", { name: "Scan with your phone" });

export function check(known: Record<string, string>): string {
  return `${servers().app.url}/embed-check?${new URLSearchParams(known)}`;
}

/** A finding of the embed check. */
export const entry = (page: Page, title: string | RegExp) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
