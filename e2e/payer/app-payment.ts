import type { APIRequestContext, Browser } from "playwright/test";
import { anEmail } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { createApp, makeAccount, openWebview, type WEBVIEWS } from "./app-user.ts";

export const SCHEME = "cornercoffee";

/** `isWhitelisted`: the merchant vouches for its users' addresses. */
export async function appOf(request: APIRequestContext, isWhitelisted: boolean) {
  const { keys } = await makeAccount({ isWhitelisted });
  return createApp(request, servers().app, keys.direct);
}

export async function openPayment(
  browser: Browser,
  request: APIRequestContext,
  { scheme, platform }: { scheme?: string; platform?: keyof typeof WEBVIEWS } = {},
) {
  const app = await appOf(request, true);
  const jwt = await app.logIn({ email: anEmail() });
  const { id, redirectUrl } = await app.create(jwt);
  const page = await openWebview(browser, platform);
  await page.goto(app.link(redirectUrl, jwt, scheme));
  return { app, id, page };
}
