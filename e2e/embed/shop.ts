import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright/test";
import { servers } from "../servers.ts";

/** A shop on a site of its own, and where its shoppers come back to. */
export const SHOP = "https://books.example";
export const RETURN = { successUrl: `${SHOP}/thanks`, failureUrl: `${SHOP}/sorry` };

/** Another site, to which no frame may lead by itself. */
export const THANKS = "https://thanks.example";

/** What a merchant's page heard, outliving the page. */
export type Heard = { events: Record<string, unknown>[]; raw: Record<string, unknown>[] };

type Parts = { head?: string; headers?: Record<string, string> };

/** The element by which shops load the script. */
export function scriptTag(attributes = ""): string {
  return `<script src="${servers().app.url}/embed.js" ${attributes}></script>`;
}

/**
 * Serves pages of a shop without a server: what `pages` has, and a plain one for any other path. Scripts of theirs call
 * `tell(event)`; every message that comes in is heard as it is.
 */
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

/** A script that mounts a checkout, tells all its events and runs `onEvent` with each. */
export function mountScript(redirectUrl: string, options = "", onEvent = ""): string {
  return `<div id="pay"></div><script>
    window.checkout = Bankside.mount(document.getElementById("pay"), {
      redirectUrl: ${JSON.stringify(redirectUrl)},
      onEvent(event) { tell({ ...event, preventDefault: undefined }); ${onEvent} },
      ${options}
    });
  </script>`;
}

/** The script as it is served, for its checksum. */
export function servedScript(): Buffer {
  return readFileSync("public/embed.js");
}

/** The heading of the checkout in a frame of the page. */
export function heading(page: Page, frame = "iframe"): Locator {
  return page.frameLocator(frame).getByRole("heading", { level: 1 });
}

/** Of what types the events or messages are. */
export function typesOf(list: Record<string, unknown>[]): unknown[] {
  return list.map(({ type }) => type);
}

/** Counts the documents of checkouts that are loaded from now on. */
export function countFrames(page: Page): () => number {
  let count = 0;
  page.on("request", (sent) => {
    if (sent.isNavigationRequest() && sent.url().includes("/checkout?reference=")) count++;
  });
  return () => count;
}

/** Presses Escape where a shopper who has clicked into the checkout is. */
export async function escapeInFrame(page: Page) {
  await heading(page).click();
  await page.keyboard.press("Escape");
}
