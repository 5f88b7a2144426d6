import { join } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { expectAccessible } from "./accessible.ts";
import { addressOf, COMPANY, connect, furnish, isPage, ROUTES } from "./console-routes.ts";
import { signUp } from "./console-user.ts";
import { WIDTHS } from "./fits.ts";
import { servers } from "./servers.ts";

/** Pages of people who are signed in; the others have tests of their own. */
const PAGES = Object.keys(ROUTES).filter(
  (route) => isPage(route) && ROUTES[route]?.who !== "public" && !route.endsWith("/preview"),
);

/** Holds a page against every width; `PICTURES=1` photographs it as well, for whoever wants to see it. */
async function expectWidths(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} fits ${width} px`).toBeLessThanOrEqual(0);
    if (!process.env["PICTURES"]) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(
        "test-results",
        "screens",
        `console-${colorScheme}`,
        `${name}-${width}.png`,
      );
      await page.screenshot({ path, fullPage: true });
    }
  }
}

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
    await expectWidths(page, name);
    await expectAccessible(page);
  }
  await product.services.close();
});
