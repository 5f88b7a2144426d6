import { expect, type Page } from "playwright/test";
import { openShop, test } from "./console-account.ts";

/** Requests for pages: `document` for those that load whole, `fetch` for those of Next's router. */
function watchPages(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const isRouters = request.headers()["rsc"] !== undefined;
    if (request.resourceType() === "document" || isRouters) {
      seen.push(`${request.resourceType()} ${new URL(request.url()).pathname}`);
    }
  });
  return seen;
}

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first();
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("links change the page in place, load nothing ahead, and leave a page of another policy to the browser", async ({
  page,
  account: _,
}) => {
  await page.goto("/console");
  await expect(title(page, "Overview")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const seen = watchPages(page);
  await page.mouse.wheel(0, 400);
  await link(page, "Team").hover();
  await link(page, "Team").click();
  await expect(title(page, "Team")).toBeVisible();
  expect(seen).toEqual(["fetch /console/team"]);
  await expect(page).toHaveTitle(/Team/);
  await link(page, "Settings").click();
  await link(page, "Brand").click();
  await expect(page.locator("iframe").first()).toBeVisible();
  expect(seen).toContain("document /console/settings/brand");
  await page.goBack();
  await expect(link(page, "Brand")).toBeVisible();
  await page.goBack();
  await expect(title(page, "Team")).toBeVisible();
});

test("a new key is gone once its page was left, also for the way back", async ({
  page,
  account: _,
}) => {
  await page.goto("/console/installations/web");
  await page.getByLabel("Name").fill("Shop server");
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(title(page, "Web integration")).toBeVisible();
  const key =
    (await page
      .getByText(/^sk_test_[\w-]{43}$/)
      .first()
      .textContent()) ?? "";
  expect(key).not.toBe("");
  await link(page, "Team").click();
  await expect(title(page, "Team")).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await page.goBack();
  await expect(page.getByRole("row", { name: /Shop server/ })).toBeVisible();
  expect(await page.content()).not.toContain(key);
});

test("after signing out, the way back shows no page of the session", async ({ page, account }) => {
  await page.goto("/console/profile");
  await link(page, "Team").click();
  await expect(title(page, "Team")).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await expect(page).toHaveURL(/\/console\/sign-in/);
  await page.goBack();
  await expect(page).toHaveURL(/\/console\/sign-in/);
  expect(await page.content()).not.toContain(account.email);
});

test("a link of a session that ended loads the sign-in page whole, and so does the way back", async ({
  page,
  context,
  account,
}) => {
  await page.goto("/console/profile");
  await link(page, "Team").click();
  await expect(title(page, "Team")).toBeVisible();
  await context.clearCookies();
  const seen = watchPages(page);
  await link(page, "Payments").click();
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(seen.at(-1)).toBe("document /console/sign-in");
  await page.goBack();
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(await page.content()).not.toContain(account.email);
});

test("a form that can't be sent says so, keeps its fields, and is sent once it can be", async ({
  page,
  account: _,
}) => {
  await page.goto("/console/settings/links");
  const address = page.getByLabel("After a payment");
  await address.fill("https://books.example/thanks");
  const isAction = { times: 1 };
  await page.route("**/console/settings/links", (route) => route.abort(), isAction);
  const save = page.getByRole("button", { name: "Save" }).first();
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
  await expect(address).toHaveValue("https://books.example/thanks");
  await save.click();
  await expect(page.getByText("Saved. New payments will use it.")).toBeVisible();
});

test("a button that is pressed twice sends its form once, and shows that it is busy", async ({
  page,
  product,
  account,
}) => {
  await openShop(product, account);
  await page.goto("/console/settings/links");
  await page.getByLabel("After a payment").fill("https://books.example/thanks");
  let sent = 0;
  await page.route("**/console/settings/links", async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const form = page.getByLabel("After a payment").locator("xpath=ancestor::form");
  const button = form.getByRole("button").last();
  await button.click();
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await page.getByLabel("After a payment").press("Enter");
  await expect(page.getByText("Saved. New payments will use it.")).toBeVisible();
  expect(sent).toBe(1);
});
