import { sealData } from "iron-session";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright/test";
import { deviceCookie } from "#lib/next/request/payer-cookies.ts";
import { createDevices } from "#lib/payments/payers/devices.ts";
import { anEmail, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { withProduct } from "../states/own-merchant.ts";

let cookie: Promise<{ name: string; value: string }> | undefined;

/** Its browser remembers the payer, so no code is needed. */
export async function takeKnownPhone(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<Page> {
  const phone = await takePhone(browser, options);
  await rememberPayer(phone.context());
  return phone;
}

/** One payer for all browsers of this process. */
export async function rememberPayer(context: BrowserContext): Promise<void> {
  cookie ??= createCookie();
  await context.addCookies([{ ...(await cookie), url: servers().app.url, httpOnly: true }]);
}

function createCookie() {
  return withProduct(async ({ services: { env, clock, seal }, db }) => {
    const deviceId = await createDevices({ db, clock, seal }).remember(db, anEmail());
    const { cookieName, ttl } = deviceCookie("web", env);
    const password = seal.passwords("payer-device");
    return { name: cookieName, value: await sealData({ deviceId }, { password, ttl }) };
  });
}
