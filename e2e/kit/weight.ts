import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { devices, expect, type Page, type Response } from "playwright/test";
import { servers } from "./servers.ts";

/** Bytes of all JavaScript after gzip. */
export const SHOPPER_SCRIPTS = 12_000;
export const CONSOLE_SCRIPTS = 170_000;

/** In bytes after gzip. */
type Weight = {
  /** Without inline scripts. */
  scripts: number;
  styles: number;
  html: number;
  fonts: number;
  /** `hosts`: all requested. `kinds`: other than documents, scripts, styles and data. */
  hosts: string[];
  kinds: string[];
};

/** A first visit, until the page is interactive. */
async function weigh(page: Page, address: string): Promise<Weight> {
  const responses: Response[] = [];
  const collect = (response: Response) => responses.push(response);
  page.on("response", collect);
  await page.goto(address, { waitUntil: "load" });
  await comeAlive(page);
  page.off("response", collect);
  const preloaded = await page
    .locator("link[rel=preload][as=script], link[rel=modulepreload]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const loaded = responses.map((response) => new URL(response.url()).pathname);
  const missing = preloaded.filter((href) => !loaded.includes(href));
  if (missing.length > 0) throw new Error(`preloaded, but not seen: ${missing.join(" ")}`);

  const weighed = await Promise.all(responses.map(weighAnswer));
  const sum = (kind: string) =>
    weighed
      .filter((response) => response.kind === kind)
      .reduce((total, { bytes }) => total + bytes, 0);
  return {
    scripts: sum("script"),
    styles: sum("stylesheet"),
    html: sum("document"),
    fonts: sum("font"),
    hosts: [...new Set(responses.map((response) => new URL(response.url()).host))],
    kinds: [...new Set(weighed.map(({ kind }) => kind))],
  };
}

/** In bytes after gzip. */
export async function scriptsOf(page: Page): Promise<number> {
  const paths = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ host, pathname }) => host === location.host && pathname.endsWith(".js"))
      .map(({ pathname }) => pathname),
  );
  const files = [...new Set(paths)].map((path) =>
    path.startsWith("/_next/") ? path.replace("/_next/", ".next/") : `public${path}`,
  );
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
}

async function weighAnswer(response: Response) {
  const kind = response.request().resourceType();
  const path = new URL(response.url()).pathname;
  const isCounted = ["script", "stylesheet", "document", "font"].includes(kind);
  // An event stream has no end.
  const bytes = isCounted ? gzipSync(await response.body(), { level: 9 }).length : 0;
  return { kind, path, bytes };
}

/** Waits for the page's script, or for React, and the paint after it. */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.hasAttribute("data-live") ||
      Object.keys(document).some((key) => key.startsWith("__reactContainer")),
  );
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
    await frame();
    await frame();
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Bytes of a first visit without fonts. */
const WHOLE_PAGE = 32_000;
const STYLES = 12_000;
/** One file: the Latin letters. */
const FONTS = 23_500;

const whole = ({ scripts, styles, html }: Weight) => scripts + styles + html;

export function expectLight(name: string, weight: Weight) {
  const figures = `${name}: scripts ${kilobytes(weight.scripts)}, styles ${kilobytes(weight.styles)}, fonts ${kilobytes(weight.fonts)}, HTML ${kilobytes(weight.html)}, all ${kilobytes(whole(weight))}`;
  process.stdout.write(`  ${figures}\n`);
  expect(weight.scripts, figures).toBeLessThanOrEqual(SHOPPER_SCRIPTS);
  expect(weight.styles, figures).toBeLessThanOrEqual(STYLES);
  expect(whole(weight), figures).toBeLessThanOrEqual(WHOLE_PAGE);
  expect(weight.hosts, "no other host is asked").toEqual([new URL(servers().app.url).host]);
  expect(weight.fonts, `fonts ${kilobytes(weight.fonts)}`).toBeLessThanOrEqual(FONTS);
}

/** As a device with only the cookies of `page`. */
export async function weighCold(
  page: Page,
  address: string,
  device = "Desktop Chrome",
): Promise<Weight> {
  const storageState = await page.context().storageState();
  const context = await page
    .context()
    .browser()
    ?.newContext({ ...devices[device], storageState });
  if (!context) throw new Error("the page has no browser");
  const weight = await weigh(await context.newPage(), address);
  await context.close();
  return weight;
}
