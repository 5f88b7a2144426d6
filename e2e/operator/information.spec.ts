import { expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";
import { createStage } from "../states/stage.ts";
import { receiptInApp, WEBVIEW_STATES } from "../states/webview.ts";

const foot = (page: Page) =>
  page.getByRole("contentinfo").getByRole("link", { name: "Information and accessibility" });

test("the footer of a checkout links to the company, in another tab", async ({ page, request }) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await page.goto(`${redirectUrl}&lang=de`);
  const link = page.getByRole("link", { name: "Informationen und Barrierefreiheit" });
  await expect(link).toHaveAttribute("rel", "noopener");
  const opened = page.waitForEvent("popup");
  await link.click();
  const information = await opened;
  await expect(information.getByText("Kittiwake Payments GmbH", { exact: true })).toBeVisible();
  await expect(information.getByRole("link", { name: "Zurück zur Zahlung" })).toHaveCount(0);
});

test("the company's page stays in an app's webview, and links back to the payment", async ({
  page,
  browser,
  request,
}) => {
  const stage = createStage({ page, browser, request });
  await page.goto((await WEBVIEW_STATES["webview-banks"]?.bring(stage)) ?? "");
  for (const name of ["Details and complaints", "Accessibility statement"]) {
    await page.getByRole("link", { name }).click();
  }
  await expect(page.getByRole("heading", { name: "Accessibility statement" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the payment" }).click();
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  await expect(foot(page)).not.toHaveAttribute("target");
});

test("a shared receipt of an app has no link to its order", async ({ page, browser, request }) => {
  await page.goto(await receiptInApp(createStage({ page, browser, request })));
  await expect(foot(page)).toHaveAttribute("href", /reference=/);
  const shared = await page.getByRole("link", { name: "Share", exact: true }).getAttribute("href");
  await page.goto(shared ?? "");
  await expect(foot(page)).toHaveAttribute("href", "/information");
  await expect(foot(page)).toHaveAttribute("target", "_blank");
});

test("no company is shown if none is configured", async ({ page }) => {
  await page.goto(`${servers().first.url}/information`);
  await expect(page.getByText("has not entered its details yet")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveText(["Accessibility statement"]);
  await page.goto(`${servers().first.url}/accessibility?reference=//evil.example`);
  await expect(page.getByText("Contact the shop you are paying.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
});
