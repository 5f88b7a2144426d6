import { type BrowserContext, test as base } from "playwright/test";
import { NARROW } from "./accessible.ts";

/**
 * Tests on a narrow phone whose pages share one context per worker, so that scripts are loaded once. Each test begins
 * without cookies and without a trace, which would take longer than most of them.
 */
export const test = base.extend<object, { shared: BrowserContext }>({
  trace: "off",
  shared: [
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
  context: async ({ shared }, use) => {
    await use(shared);
    for (const page of shared.pages()) await page.close();
    await shared.unrouteAll();
    await shared.clearPermissions();
    await shared.clearCookies();
  },
});
