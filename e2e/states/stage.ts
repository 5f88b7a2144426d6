import type { APIRequestContext, Browser, BrowserContext, Page } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";

/** Nothing responds there. */
export const SHOP = "https://books.example";

export type Stage = {
  page: Page;
  request: APIRequestContext;
  merchant: ReturnType<typeof createMerchantServer>;
  phone(): Promise<Page>;
};

export type State = {
  /** In English. */
  heading: string | RegExp;
  /** In English, if it differs from the heading. */
  title?: string | RegExp;
  /** Without a known payment, the page shows no test notice. */
  isPlain?: boolean;
  /** Shoppers' screens exist in every language. */
  readBy: "shopper" | "merchant";
  /** Returns the address that shows a new payment in this state. */
  bring(stage: Stage): Promise<string>;
  /** Runs before the check, in any language, also in the gallery. */
  arrange?(page: Page): Promise<void>;
};

type Parts = { page: Page; browser: Browser; request: APIRequestContext };

/** A Playwright route would disable the cache of the whole context. */
export async function stayFromShop(of: BrowserContext | Page): Promise<void> {
  await of.addInitScript((shop) => {
    window.navigation.addEventListener("navigate", (event) => {
      if (event.destination.url.startsWith(shop)) event.preventDefault();
    });
  }, SHOP);
}

export function createStage({ page, browser, request }: Parts): Stage {
  return {
    page,
    request,
    merchant: createMerchantServer(request, servers().app),
    phone: () => takePhone(browser),
  };
}

/** The result opens the screen, any number of times. */
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

/** The same amount for every state. */
export function anOrder() {
  return {
    amount: 4250,
    externalId: `order-${crypto.randomUUID()}`,
    successUrl: `${SHOP}/thanks`,
    failureUrl: `${SHOP}/sorry`,
  };
}
