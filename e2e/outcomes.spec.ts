import { expect, type Page, test } from "playwright/test";
import { openCheckout } from "./open-checkout.ts";
import { letExpire } from "./states/own-merchant.ts";
import { anOrder, createStage, stayFromShop } from "./states/stage.ts";

const factOf = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });

/** Order, time and return link appear with every outcome. */
async function expectFacts(
  page: Page,
  order: { reference: string; externalId: string },
  way: RegExp,
) {
  await expect(factOf(page, "Payee")).toContainText("Bankside Demo Shop");
  await expect(factOf(page, "Amount")).toContainText("€42.50");
  await expect(factOf(page, "Order")).toContainText(order.externalId);
  await expect(factOf(page, "Reference")).toContainText(order.reference);
  const time = await factOf(page, "Time").locator("time").getAttribute("datetime");
  expect(Math.abs(Date.now() - Date.parse(time ?? ""))).toBeLessThan(60_000);
  const back = page.getByRole("link", { name: "Return to Bankside Demo Shop" });
  await expect(back).toHaveAttribute("href", way);
}

test("every outcome says what it was of and when, and leads to the shop", async ({
  page,
  context,
  browser,
  request,
}) => {
  await stayFromShop(context);
  const { merchant } = createStage({ page, browser, request });
  const thanks = /^https:\/\/books\.example\/thanks\?/;
  const sorry = /^https:\/\/books\.example\/sorry\?/;
  const show = async ({ redirectUrl }: { redirectUrl: string }, title: string, lead: string) => {
    await page.goto(redirectUrl);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("main")).toContainText(lead);
    await expect(page.locator("main svg.lucide-circle-check")).toHaveCount(
      title === "Paid" ? 1 : 0,
    );
  };

  const paid = await merchant.create(anOrder());
  await merchant.drive(paid.id, "approve");
  await show(paid, "Paid", "Your bank has confirmed the payment.");
  await expectFacts(page, paid, thanks);

  const failed = await merchant.create(anOrder());
  for (let attempt = 0; attempt < 5; attempt++) await merchant.drive(failed.id, "decline");
  await show(failed, "Payment failed", "You haven’t been charged");
  await expectFacts(page, failed, sorry);

  const order = anOrder();
  const replaced = await merchant.create(order);
  await merchant.create({ ...order, amount: order.amount + 100 });
  await show(replaced, "A newer payment replaced this one", "You haven’t been charged here.");
  await expectFacts(page, replaced, sorry);

  const expired = await merchant.create(anOrder());
  await letExpire(expired.id);
  await expect.poll(async () => (await merchant.read(expired.id)).status).toBe("failed");
  await show(expired, "This payment has expired", "You haven’t been charged.");
  const back = page.getByRole("link", { name: "Return to Bankside Demo Shop" });
  await expect(back).toHaveAttribute("href", sorry);
});

for (const { outcome, title, javaScriptEnabled } of [
  { outcome: "Decline", title: "Your bank declined the payment", javaScriptEnabled: true },
  { outcome: "Approve", title: "Paid", javaScriptEnabled: false },
]) {
  test(`in test mode "${outcome}" can be chosen, scripts: ${javaScriptEnabled}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await openCheckout(page);
    await expect(page.getByText("Test mode – no real money")).toBeVisible();
    await page.getByText("Test: choose the outcome").click();
    await page.getByRole("button", { name: outcome, exact: true }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await context.close();
  });
}
