import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { devices, expect, type Page, type Response } from "playwright/test";
import { z } from "zod";
import { servers } from "./servers.ts";

/** Bytes of our own JavaScript after gzip, above an empty Next page. */
export const SHOPPER_SCRIPTS = 20_000;

/** In bytes after gzip. */
type Weight = {
  /** Without inline scripts. */
  scripts: number;
  /** Needed by every App Router page. */
  empty: number;
  styles: number;
  html: number;
  fonts: number;
  /** `hosts`: all requested. `kinds`: other than documents, scripts, styles and data. */
  hosts: string[];
  kinds: string[];
};

const manifestSchema = z.object({ rootMainFiles: z.array(z.string()).min(3) });

/**
 * Chunks of every page: React, router and bundler runtime. Next's layout and error page code counts as ours, so the measure
 * is strict.
 */
function rootChunks(): string[] {
  return manifestSchema.parse(JSON.parse(readFileSync(".next/build-manifest.json", "utf8")))
    .rootMainFiles;
}

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
  const sum = (kind: string, isCounted = (_path: string) => true) =>
    weighed
      .filter((response) => response.kind === kind && isCounted(response.path))
      .reduce((total, { bytes }) => total + bytes, 0);
  const root = rootChunks();
  const isRoot = (path: string) => root.some((chunk) => path.endsWith(chunk));
  const met = weighed.filter(({ kind, path }) => kind === "script" && isRoot(path)).length;
  if (met !== root.length) throw new Error("the baseline is not what this page loads");
  return {
    scripts: sum("script"),
    empty: sum("script", isRoot),
    styles: sum("stylesheet"),
    html: sum("document"),
    fonts: sum("font"),
    hosts: [...new Set(responses.map((response) => new URL(response.url()).host))],
    kinds: [...new Set(weighed.map(({ kind }) => kind))],
  };
}

/** In bytes after gzip, without the root chunks. */
export async function ownScriptsOf(page: Page): Promise<number> {
  const paths = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ host, pathname }) => host === location.host && pathname.endsWith(".js"))
      .map(({ pathname }) => pathname),
  );
  const root = rootChunks();
  const isOwn = (path: string) => !root.some((chunk) => path.endsWith(chunk));
  const files = [...new Set(paths)].filter(isOwn).map((path) => path.replace("/_next/", ".next/"));
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

/** Waits for hydration and the paint after it. */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
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

/** Bytes of a first visit, including Next's scripts. */
const WHOLE_PAGE = 185_000;
const STYLES = 12_000;
/** One file: the Latin letters. */
const FONTS = 23_500;

const own = ({ scripts, empty }: Weight) => scripts - empty;
const whole = ({ scripts, styles, html }: Weight) => scripts + styles + html;

export function expectLight(name: string, weight: Weight) {
  const figures = `${name}: ${kilobytes(own(weight))} of our own scripts, styles ${kilobytes(weight.styles)}, fonts ${kilobytes(weight.fonts)}, HTML ${kilobytes(weight.html)}, all ${kilobytes(whole(weight))}`;
  process.stdout.write(`  ${figures}\n`);
  expect(own(weight), figures).toBeLessThanOrEqual(SHOPPER_SCRIPTS);
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
