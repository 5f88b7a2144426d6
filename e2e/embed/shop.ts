import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright/test";
import { servers } from "../kit/servers.ts";

export const SHOP = "https://books.example";
export const RETURN = { successUrl: `${SHOP}/thanks`, failureUrl: `${SHOP}/sorry` };

/** Frames may not navigate to it by themselves. */
export const THANKS = "https://thanks.example";

/** Messages to a merchant's page. The lists outlive the page. */
export type Heard = { events: Record<string, unknown>[]; raw: Record<string, unknown>[] };

type Parts = { head?: string; headers?: Record<string, string> };

export function scriptTag(attributes = ""): string {
  return `<script src="${servers().app.url}/embed.js" ${attributes}></script>`;
}

/** Serves `pages` without a server. Their scripts call `tell(event)`; `raw` records every message. */
export async function openShop(
  page: Page,
  origin: string,
  pages: Record<string, string>,
  { head = "", headers = {} }: Parts = {},
): Promise<Heard> {
  const heard: Heard = { events: [], raw: [] };
  await page.exposeFunction("tell", (event: Record<string, unknown>) => heard.events.push(event));
  await page.exposeFunction("hear", (data: Record<string, unknown>) => heard.raw.push(data));
  await page.addInitScript(() => {
    if (window.parent !== window) return;
    const hear = Reflect.get(window, "hear");
    addEventListener("message", ({ data }) => hear(data));
  });
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const body = `<!doctype html><html lang="en"><title>Shop</title>${head}<h1>${pathname}</h1>${pages[pathname] ?? ""}`;
    return route.fulfill({ contentType: "text/html; charset=utf-8", headers, body });
  });
  return heard;
}

/** Reports all events and runs `onEvent` with each. */
export function mountScript(redirectUrl: string, options = "", onEvent = ""): string {
  return `<div id="pay"></div><script>
    window.checkout = Bankside.mount(document.getElementById("pay"), {
      redirectUrl: ${JSON.stringify(redirectUrl)},
      onEvent(event) { tell({ ...event, preventDefault: undefined }); ${onEvent} },
      ${options}
    });
  </script>`;
}

export function servedScript(): Buffer {
  return readFileSync("public/embed.js");
}

export function heading(page: Page, frame = "iframe"): Locator {
  return page.frameLocator(frame).getByRole("heading", { level: 1 });
}

export function typesOf(list: Record<string, unknown>[]): unknown[] {
  return list.map(({ type }) => type);
}

export function countFrames(page: Page): () => number {
  let count = 0;
  page.on("request", (sent) => {
    if (sent.isNavigationRequest() && sent.url().includes("/checkout?reference=")) count++;
  });
  return () => count;
}

/** With the focus in the checkout. */
export async function escapeInFrame(page: Page) {
  await heading(page).click();
  await page.keyboard.press("Escape");
}
