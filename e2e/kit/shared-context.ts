import {
  type Browser,
  type BrowserContextOptions,
  test as base,
  devices,
  type Page,
  type ViewportSize,
} from "playwright/test";
import { connect, type Product } from "../merchant/console-routes.ts";
import { stayFromShop } from "../states/stage.ts";
import { NARROW } from "./accessible.ts";
import { servers } from "./servers.ts";
import { watchStillness } from "./stillness.ts";

/** A used page starts faster. Worker fixtures would need their own browsers. */
type Shared = {
  /** Both record layout shifts. The phone stays on pages that redirect to the shop. */
  phone: Page;
  desktop: Page;
  product: Product;
};

const made: { [name in keyof Shared]?: Shared[name] | Promise<Shared[name]> } = {};

export const WIDE = { width: 1280, height: 720 };
const DESKTOP = { ...devices["Desktop Chrome"], viewport: WIDE };
const PHONE: BrowserContextOptions = { viewport: NARROW, reducedMotion: "reduce" };

/** One narrow phone page per worker, without cookies. */
export const test = base.extend<Shared>({
  phone: async ({ browser }, use) => {
    made.phone ??= openPage(browser, PHONE).then(async (page) => {
      await Promise.all([stayFromShop(page), followNothingInGallery(page)]);
      return page;
    });
    await use(await made.phone);
  },
  desktop: async ({ browser }, use) => {
    made.desktop ??= openPage(browser, DESKTOP);
    await use(await made.desktop);
  },
  product: async ({ browserName: _ }, use) => {
    made.product ??= connect();
    await use(await made.product);
  },
  context: async ({ phone }, use) => {
    await use(phone.context());
    await empty(phone, NARROW);
  },
  page: async ({ context: _, phone }, use) => {
    await use(phone);
  },
});

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: servers().app.url });
  const page = await context.newPage();
  await watchStillness(page);
  return page;
}

/** The gallery's screens would request payments that no server knows. */
async function followNothingInGallery(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (!location.pathname.startsWith("/gallery/")) return;
    Object.assign(window, {
      EventSource: class {
        close() {}
      },
    });
  });
}

export async function empty(page: Page, viewport: ViewportSize): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await Promise.all([
    page.goto("about:blank"),
    page.emulateMedia({ colorScheme: null }),
    page.setExtraHTTPHeaders({}),
    page.unrouteAll(),
    context.unrouteAll(),
    context.clearPermissions(),
    context.clearCookies(),
  ]);
  await page.setViewportSize(viewport);
}
