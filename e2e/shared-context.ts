import { type BrowserContext, test as base, devices } from "playwright/test";
import { NARROW } from "./accessible.ts";
import { connect, type Product } from "./console-routes.ts";
import { servers } from "./servers.ts";

/**
 * What the tests of one worker share. All of it is listed here, because tests that share other things need other workers,
 * and a worker takes some seconds to start.
 */
type Shared = {
  /** A narrow phone. */
  phone: BrowserContext;
  desktop: BrowserContext;
  product: Product;
};

/**
 * Tests on a narrow phone whose pages share one context per worker, so that scripts are loaded once. Each test begins
 * without cookies.
 */
export const test = base.extend<object, Shared>({
  phone: [
    async ({ browser }, use, { project }) => {
      const { baseURL } = project.use;
      const context = await browser.newContext({
        viewport: NARROW,
        reducedMotion: "reduce",
        ...(baseURL !== undefined && { baseURL }),
      });
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  desktop: [
    async ({ browser }, use) => {
      const baseURL = servers().app.url;
      const context = await browser.newContext({ ...devices["Desktop Chrome"], baseURL });
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  product: [
    async ({ browserName: _ }, use) => {
      const product = connect();
      await use(product);
      await product.services.close();
    },
    { scope: "worker" },
  ],
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
