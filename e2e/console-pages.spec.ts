import { join } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { expectAccessible } from "./accessible.ts";
import { addressOf, COMPANY, connect, furnish, isPage, ROUTES } from "./console-routes.ts";
import { signUp } from "./console-user.ts";
import { servers } from "./servers.ts";

const WIDTHS = [320, 768, 1280];
/** Pages of people who are signed in; the others have tests of their own. */
const PAGES = Object.keys(ROUTES).filter(
  (route) => isPage(route) && ROUTES[route]?.who !== "public" && !route.endsWith("/preview"),
);

/** Photographs a page at every width, and holds it against each. */
async function photograph(page: Page, name: string, folder: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} fits ${width} px`).toBeLessThanOrEqual(0);
    const path = join("test-results", "screens", folder, `${name}-${width}.png`);
    await page.screenshot({ path, fullPage: true });
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("every page of the console can be read by everybody, at every width", async ({ page }) => {
      test.setTimeout(240_000);
      const product = connect();
      const { email } = await signUp(page, { company: COMPANY, url: servers().first.url });
      const known = await product.services.users.findByEmail(email);
      const [own] = await product.services.members.accountsOf(known?.id ?? "");
      const ids = await furnish(product, own?.account.id ?? "", known?.id ?? "");
      expect(PAGES.length).toBeGreaterThan(20);
      for (const route of PAGES) {
        await page.goto(addressOf(route, ids));
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const name = route.replace(/[^a-z]+/gi, "-").replace(/^-|-$/g, "") || "overview";
        await photograph(page, name, `console-${colorScheme}`);
        await expectAccessible(page);
      }
      await product.services.close();
    });
  });
}
