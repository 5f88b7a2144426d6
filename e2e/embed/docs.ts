import { readFileSync } from "node:fs";
import { expect, type Page } from "playwright/test";
import { servers } from "../kit/servers.ts";
import { openShop, SHOP } from "./shop.ts";

export const DOCS = "docs/embedding.md";

/** The only sample that contains `mark`, with this server's addresses. */
export function sample(mark: string, redirectUrl = "", path = DOCS): string {
  const fences = readFileSync(path, "utf8").matchAll(/^```\w*\n(.*?)^```/gms);
  const found = [...fences].map(([, text = ""]) => text).filter((text) => text.includes(mark));
  expect(found, `samples of ${path} with ${mark}`).toHaveLength(1);
  return (found[0] ?? "")
    .replaceAll("https://pay.example", servers().app.url)
    .replaceAll("{redirectUrl}", redirectUrl);
}

export const script = () => sample('embed.js" async');

export async function openSamples(page: Page, html: string, headers: Record<string, string> = {}) {
  const heard = await openShop(page, SHOP, { "/cart": html }, { headers });
  await page.goto(`${SHOP}/cart`);
  return heard;
}
