import { expect, type Response, test } from "playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { ADDRESS, breakLayout, GERMAN } from "../kit/broken-layout.ts";

test.describe("a browser that reads German", () => {
  test.use({ locale: "de-AT" });

  test("sees in German that everything failed", async ({ page }) => {
    await breakLayout(page);
    await page.goto(ADDRESS);
    await expect(page.getByRole("heading", { level: 1, name: GERMAN })).toBeVisible();
    await expect(page).toHaveTitle(GERMAN);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expectAccessible(page);
  });

  test("loads no error texts as long as nothing fails", async ({ page }) => {
    const scripts: Response[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.push(response);
    });
    await page.goto(ADDRESS, { waitUntil: "networkidle" });
    const bodies = await Promise.all(scripts.map((script) => script.text()));
    expect(bodies.join("")).toContain("Something went wrong on our side");
    expect(bodies.filter((body) => body.includes("schiefgegangen"))).toEqual([]);
  });
});
