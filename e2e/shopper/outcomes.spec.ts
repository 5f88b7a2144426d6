import { expect, type Page, test } from "playwright/test";
import { openCheckout } from "../payer/open-checkout.ts";
import { letExpire } from "../states/own-merchant.ts";
import { anOrder, createStage, stayFromShop } from "../states/stage.ts";

const factOf = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });

/** Order and return link appear with every outcome, and only there. */
async function expectOrder(page: Page, { externalId }: { externalId: string }, way: RegExp) {
  for (const shown of ["Bankside Demo Shop", "€42.50", externalId]) {
    const inOrder = page.getByText(shown, { exact: true }).and(page.locator(":not(h1 *)"));
    await expect(inOrder).toHaveCount(1);
  }
  const back = page.getByRole("link", { name: "Return to Bankside Demo Shop" });
  await expect(back).toHaveAttribute("href", way);
}

async function expectReceipt(page: Page, { reference }: { reference: string }) {
  await page.getByText("Receipt", { exact: true }).click();
  await expect(factOf(page, "Reference")).toContainText(reference);
  const time = await factOf(page, "Time").locator("time").getAttribute("datetime");
  expect(Math.abs(Date.now() - Date.parse(time ?? ""))).toBeLessThan(60_000);
}

test("every outcome shows order and time, and leads to the shop", async ({
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
    const isPaid = title.startsWith("Paid");
    await expect(page.locator("main svg .tick-line")).toHaveCount(isPaid ? 1 : 0);
    await expect(page.locator("main dl"), "nothing was paid").toHaveCount(isPaid ? 1 : 0);
  };

  const paid = await merchant.create(anOrder());
  await merchant.drive(paid.id, "approve");
  await show(paid, "Paid €42.50", "Your bank has confirmed the payment.");
  await expectOrder(page, paid, thanks);
  await expectReceipt(page, paid);

  const failed = await merchant.create(anOrder());
  for (let attempt = 0; attempt < 5; attempt++) await merchant.drive(failed.id, "decline");
  await show(failed, "Payment failed", "You haven’t been charged");
  await expectOrder(page, failed, sorry);

  const order = anOrder();
  const replaced = await merchant.create(order);
  await merchant.create({ ...order, amount: order.amount + 100 });
  await show(replaced, "A newer payment replaced this one", "You haven’t been charged here.");
  await expectOrder(page, replaced, sorry);

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
