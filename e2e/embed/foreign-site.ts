import type { Page } from "playwright/test";
import { servers } from "../kit/servers.ts";

// Not https: browsers then send no origin to an http server.
export const SITE = "http://foreign.example";

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

export const code = (page: Page) =>
  page.frameLocator("iframe").getByRole("heading", { name: "Scan with your phone" });

export function check(known: Record<string, string>): string {
  return `${servers().app.url}/embed-check?${new URLSearchParams(known)}`;
}

export const entry = (page: Page, title: string | RegExp) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
