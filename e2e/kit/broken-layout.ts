import { expect, type Page } from "playwright/test";

/** The demo app renders in the browser. */
export const ADDRESS = "/sandbox/app?";
export const GERMAN = "Bei uns ist etwas schiefgegangen";

/** Replaces a part of the layout with an error. */
export async function breakLayout(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === "/sandbox/app",
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const broken = html.replace(
        /(\w+:\\"ErrorWordsProvider\\"\\n\w+):I\[\d+,\[[^\]]*\],\\"\$\w+\\"\]/,
        '$1:E{\\"digest\\":\\"1\\"}',
      );
      expect(broken !== html, "there is something to break").toBe(true);
      await route.fulfill({ response, body: broken });
    },
  );
}
