import { type BrowserContext, test as base, devices } from "playwright/test";
import { NARROW } from "./accessible.ts";
import { connect, type Product } from "./console-routes.ts";
import { servers } from "./servers.ts";

/** What the tests of one worker share. As fixtures of the worker, they would need workers, and browsers, of their own. */
type Shared = {
  /** A narrow phone. */
  phone: BrowserContext;
  desktop: BrowserContext;
  product: Product;
};

const made: { [name in keyof Shared]?: Shared[name] | Promise<Shared[name]> } = {};

/**
 * Tests on a narrow phone whose pages share one context per worker, so that scripts are loaded once. Each test begins
 * without cookies.
 */
export const test = base.extend<Shared>({
  phone: async ({ browser, baseURL }, use) => {
    made.phone ??= browser.newContext({
      viewport: NARROW,
      reducedMotion: "reduce",
      ...(baseURL !== undefined && { baseURL }),
    });
    await use(await made.phone);
  },
  desktop: async ({ browser }, use) => {
    const baseURL = servers().app.url;
    made.desktop ??= browser.newContext({ ...devices["Desktop Chrome"], baseURL });
    await use(await made.desktop);
  },
  product: async ({ browserName: _ }, use) => {
    made.product ??= connect();
    await use(await made.product);
  },
  context: async ({ phone }, use) => {
    await use(phone);
    await empty(phone);
  },
});

/** Leaves nothing of a test behind in a context. */
export async function empty(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.unrouteAll();
  await context.clearPermissions();
  await context.clearCookies();
}
