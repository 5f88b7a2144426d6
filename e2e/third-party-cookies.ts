import type { Page } from "playwright/test";

/** Lets a page's browser keep no cookies of other sites in frames, which the headless shell otherwise does. */
export async function blockThirdPartyCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCookieControls", { enableThirdPartyCookieRestriction: true });
}
