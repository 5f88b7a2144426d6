import type { Page } from "playwright/test";

/** Blocks other sites' cookies in frames, which the headless shell keeps by default. */
export async function blockThirdPartyCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCookieControls", { enableThirdPartyCookieRestriction: true });
}
