import { expect, type Page, type Response, test } from "playwright/test";
import { expectAccessible } from "./accessible.ts";

const ADDRESS = "/checkout?reference=unknown";
const GERMAN = "Bei uns ist etwas schiefgegangen";

/** Lets the layout of every page fail in the browser: what it is made of can't be loaded. */
async function breakLayout(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === "/checkout",
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

test.describe("a browser that reads German", () => {
  test.use({ locale: "de-AT" });

  test("is told in German that everything failed", async ({ page }) => {
    await breakLayout(page);
    await page.goto(ADDRESS);
    await expect(page.getByRole("heading", { level: 1, name: GERMAN })).toBeVisible();
    await expect(page).toHaveTitle(GERMAN);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expectAccessible(page);
  });

  test("is told in English where nothing more can be loaded", async ({ page }) => {
    await breakLayout(page);
    // The words in sixteen languages are the one script that comes after the page.
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
  });

  test("loads no such words as long as nothing fails", async ({ page }) => {
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

test("a failure of everything is told in the language that was asked for", async ({ page }) => {
  await breakLayout(page);
  await page.goto(`${ADDRESS}&lang=ar`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("حدث خطأ من جانبنا");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});
