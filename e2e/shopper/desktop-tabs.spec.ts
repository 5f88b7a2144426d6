import { type Browser, type BrowserContext, expect, type Page, test } from "playwright/test";
import { chooseBank, comeToDecide, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { comeAlive } from "../kit/weight.ts";
import { rememberPayer } from "../payer/known-payer.ts";
import { anOrder, GOING, openShop, paid, SHOP } from "./returning-shop.ts";
import { show } from "./shop-on-phone.ts";

const MINUTE_MS = 60_000;

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

/** A desktop's checkout whose clock a test moves. The outcome is shown for `seconds`. */
async function openOnDesktop(context: BrowserContext, seconds = 0) {
  await rememberPayer(context);
  const page = await context.newPage();
  const order = await anOrder(context.request, seconds);
  const visited = await openShop(page, "");
  await page.clock.install();
  await page.goto(order.redirectUrl);
  await expect(heading(page, "Scan with your phone")).toBeVisible();
  await comeAlive(page);
  return { page, visited, ...order };
}

async function payInOtherTab(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Pay on this device" }).click();
  const payer = await opened;
  await show(page, "hidden");
  return payer;
}

async function takeDesktop(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1280, height: 900 } });
}

test("the shop's tab points to the other tab until that is idle for a minute", async ({
  browser,
}) => {
  const context = await takeDesktop(browser);
  const { page } = await openOnDesktop(context);
  const payer = await payInOtherTab(page);
  await expect(heading(payer, "Choose your bank")).toBeVisible();
  await show(page, "visible");
  await expect(heading(page, "Continue in the other tab")).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue paying" })).toBeVisible();
  await page.clock.runFor(MINUTE_MS - 15_000);
  await expect(heading(page, "Continue in the other tab")).toBeVisible();
  await page.clock.runFor(15_000);
  await expect(heading(page, "Not paid yet")).toBeVisible();
  await expect(heading(page, "Continue in the other tab")).toHaveCount(0);

  // A step there starts another minute.
  await chooseBank(payer);
  await comeToDecide(payer);
  await expect(page.getByText("We haven’t heard from your bank yet.")).toBeVisible();
  await expect(heading(page, "Continue in the other tab")).toBeVisible();
  await page.clock.runFor(MINUTE_MS);
  await expect(heading(page, "Not confirmed yet")).toBeVisible();
  await context.close();
});

for (const where of ["in the other tab", "on a phone"]) {
  test(`a desktop returns to the shop after a payment ${where}, after the outcome was shown`, async ({
    browser,
  }) => {
    const context = await takeDesktop(browser);
    const { page, visited, reference } = await openOnDesktop(context, 40);
    const isHere = where === "in the other tab";
    const payer = isHere ? await payInOtherTab(page) : await takePhone(browser);
    if (!isHere) await payer.goto(`${servers().app.url}/pay/${reference}`);
    await chooseBank(payer);
    await comeToDecide(payer);
    await payer.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(heading(payer, "Paid")).toBeVisible();
    if (isHere) await show(page, "visible");
    await expect(paid(page)).toBeVisible();
    await expect(page.getByText(GOING)).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(paid(page)).toBeVisible();
    expect(visited).toEqual([]);
    await page.clock.fastForward(20_000);
    await page.waitForURL(`${SHOP}/thanks*`);
    expect(visited).toEqual(["/thanks"]);
    await context.close();
  });
}

test("the steps to pay are beside the code on a desktop, and folded on a phone", async ({
  browser,
}) => {
  const context = await takeDesktop(browser);
  const { page, redirectUrl } = await openOnDesktop(context);
  const steps = page.getByRole("list", { name: "How it works" });
  await expect(steps.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText(/never sees your login/).filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(steps).toBeHidden();
  await expect(page.getByText(/never sees your login/).filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${redirectUrl}&confirm=cancel`);
  await expect(heading(page, "Cancel this payment?")).toBeVisible();
  await expect(steps).toHaveCount(0);
  await context.close();
});
