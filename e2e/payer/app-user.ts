import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  devices,
  expect,
  type Page,
} from "playwright/test";
import { z } from "zod";
import { createMerchant, type NewMerchant } from "#lib/console/onboarding/merchant.ts";
import { withProduct } from "../states/own-merchant.ts";

/** In-app browsers don't identify as Chrome or Safari in the usual way. */
export const WEBVIEWS = {
  Android: {
    ...devices["Pixel 7"],
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/UQ1A.240205.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/121.0.6167.178 Mobile Safari/537.36",
  },
  iOS: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  },
} satisfies Record<string, BrowserContextOptions>;

const createdSchema = z.object({ id: z.string(), redirectUrl: z.url() });
export function makeAccount({
  schemes = [],
  isWhitelisted = false,
  callbackUrl,
}: {
  schemes?: string[];
  isWhitelisted?: boolean;
  callbackUrl?: string;
} = {}): Promise<NewMerchant> {
  return withProduct(async ({ services }) => {
    const account = await createMerchant(services, {
      name: "Corner Coffee",
      mode: "test",
      iban: "NL91ABNA0417164300",
      origins: [],
      appSchemes: schemes,
      callbackUrl,
    });
    await services.accounts.setEmailWhitelisted(account.accountId, isWhitelisted);
    return account;
  });
}

/** Only the app's server knows the API key. */
export function createApp(request: APIRequestContext, { url }: { url: string }, apiKey: string) {
  return {
    async logIn(details: { email?: string; iban?: string; name?: string } = {}): Promise<string> {
      const response = await request.post(`${url}/api/auth/verify-apikey`, {
        headers: { "X-API-Key": apiKey },
        data: details,
      });
      expect(response.status()).toBe(200);
      return z.object({ token: z.string() }).parse(await response.json()).token;
    },
    async create(jwt: string, fields: Record<string, unknown> = {}) {
      const response = await request.post(`${url}/api/transactions`, {
        headers: { Authentication: `Bearer ${jwt}` },
        data: { amount: 450, currency: "EUR", source: "sdk_integration", ...fields },
      });
      expect(response.status()).toBe(201);
      return createdSchema.parse(await response.json());
    },
    async read(id: string) {
      const response = await request.get(`${url}/api/transactions/${id}`, {
        headers: { "X-API-Key": apiKey },
      });
      return z
        .object({ status: z.string(), failureReason: z.string().nullable() })
        .parse(await response.json());
    },
    link(redirectUrl: string, jwt: string, scheme?: string): string {
      const address = new URL(redirectUrl);
      address.searchParams.set("jwt", jwt);
      if (scheme !== undefined) address.searchParams.set("redirect-url", scheme);
      return address.href;
    },
  };
}

/** With its own cookies and storage. */
export async function openWebview(
  browser: Browser,
  platform: keyof typeof WEBVIEWS = "Android",
): Promise<Page> {
  const context = await browser.newContext(WEBVIEWS[platform]);
  return context.newPage();
}

/** Returns the parameters of the app's scheme. */
export async function caughtByApp(page: Page, scheme: string): Promise<Record<string, string>> {
  const request = await page.waitForRequest((sent) => sent.url().startsWith(`${scheme}:`));
  return Object.fromEntries(new URL(request.url()).searchParams);
}
