import type { APIRequestContext, Browser, BrowserContext, Page } from "playwright/test";
import { createMerchantServer } from "../merchant.ts";
import { takePhone } from "../people.ts";
import { servers } from "../servers.ts";

/** Where the made-up shop of these states is; nothing answers there, so nobody leaves for it. */
export const SHOP = "https://books.example";

/** What a state is brought about with: a browser that will show it, and a merchant's server. */
export type Stage = {
  page: Page;
  request: APIRequestContext;
  merchant: ReturnType<typeof createMerchantServer>;
  /** A phone of its own. */
  phone(): Promise<Page>;
};

/** A screen that people meet. */
export type State = {
  /** The page's first heading in English. */
  heading: string | RegExp;
  /** The title of its window in English, where it is not the heading. */
  title?: string | RegExp;
  /** It belongs to no payment that could be known, so it does not say that a payment is a test. */
  isPlain?: boolean;
  /** Whose words it has: shoppers' are in every language. */
  readBy: "shopper" | "merchant";
  /** Brings a payment of its own into the state; answers the address that then shows it in the stage's browser. */
  bring(stage: Stage): Promise<string>;
  /** What is done on the page before it is looked at, in any language, also in the gallery. */
  arrange?(page: Page): Promise<void>;
};

type Parts = { page: Page; browser: Browser; request: APIRequestContext };

/**
 * Keeps pages that lead on to the shop where they are. Not by a route: with one, Playwright lets no page of the context take
 * anything from the cache.
 */
export async function stayFromShop(of: BrowserContext | Page): Promise<void> {
  await of.addInitScript((shop) => {
    window.navigation.addEventListener("navigate", (event) => {
      if (event.destination.url.startsWith(shop)) event.preventDefault();
    });
  }, SHOP);
}

/** Prepares what states are brought about with. */
export function createStage({ page, browser, request }: Parts): Stage {
  return {
    page,
    request,
    merchant: createMerchantServer(request, servers().app),
    phone: () => takePhone(browser),
  };
}

/** Brings a state about. What is resolved to opens its screen on the stage's page, as often as it is called. */
export async function bringAbout(
  { bring, arrange }: State,
  stage: Stage,
): Promise<() => Promise<void>> {
  const address = new URL(await bring(stage), servers().app.url);
  return async () => {
    await stage.page.goto(address.href);
    await arrange?.(stage.page);
  };
}

/** The order of all states: the same amount, and a name of its own. */
export function anOrder() {
  return {
    amount: 4250,
    externalId: `order-${crypto.randomUUID()}`,
    successUrl: `${SHOP}/thanks`,
    failureUrl: `${SHOP}/sorry`,
  };
}
