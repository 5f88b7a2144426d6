import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { servers } from "./servers.ts";

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
