import type { BrowserContext, Page } from "playwright/test";
import { comeAlive } from "./weight.ts";

type Shift = { value: number; what: string[]; isFoot: boolean };

declare global {
  interface Window {
    shifts?: Shift[];
    largest?: string[];
  }
}

// Missing from TypeScript's library.
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};
type LargestPaint = PerformanceEntry & { element: Element | null };

/** Records layout shifts without input, and the largest paint. */
export async function watchStillness(of: BrowserContext | Page): Promise<void> {
  await of.addInitScript(() => {
    window.shifts = [];
    window.largest = [];
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => "sources" in entry;
    // A trailing space moves invisibly.
    const isSpace = ({ node }: LayoutShift["sources"][number]) =>
      node instanceof Text && node.data.trim() === "";
    const isPaint = (entry: PerformanceEntry): entry is LargestPaint => "element" in entry;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!isShift(entry) || entry.hadRecentInput) continue;
        if (entry.sources.length > 0 && entry.sources.every(isSpace)) continue;
        const what = entry.sources.map(({ node, previousRect, currentRect }) => {
          const words = node?.textContent || (node instanceof Element ? node.outerHTML : "gone");
          const places = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(" "),
          );
          return `${words.slice(0, 60)}: ${places.join(" → ")}`;
        });
        const isFoot = entry.sources.every(({ node }) =>
          (node instanceof Element ? node : node?.parentElement)?.closest("footer"),
        );
        window.shifts?.push({ value: entry.value, what, isFoot });
      }
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (isPaint(entry) && entry.element) window.largest?.push(entry.element.textContent ?? "");
      }
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}

/** From the first paint to the end of the scripts. */
export async function shiftsOf(page: Page, address: string): Promise<Shift[]> {
  await page.goto(address);
  await comeAlive(page);
  return page.evaluate(() => window.shifts ?? []);
}
