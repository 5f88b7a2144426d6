import { expect, test } from "playwright/test";
import { ADDRESS, breakLayout } from "../kit/broken-layout.ts";

test.describe("a browser that reads German", () => {
  test.use({ locale: "de-AT" });

  test("sees the error in English if nothing else can be loaded", async ({ page }) => {
    await breakLayout(page);
    // The only script after the page: texts in sixteen languages.
    await page.route("**/*.js", async (route) => {
      const response = await route.fetch();
      return (await response.text()).includes("schiefgegangen")
        ? route.abort()
        : route.fulfill({ response });
    });
    const refused = page.waitForEvent("requestfailed", (request) => request.url().endsWith(".js"));
    await page.goto(ADDRESS);
    await refused;
    await expect(
      page.getByRole("heading", { level: 1, name: "Something went wrong on our side" }),
    ).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});

test("a failure of all pages is explained in the requested language", async ({ page }) => {
  await breakLayout(page);
  await page.goto(`${ADDRESS}&lang=ar`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("حدث خطأ من جانبنا");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});
