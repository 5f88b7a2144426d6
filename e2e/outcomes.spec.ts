import { expect, type Page, test } from "playwright/test";
import { takePhone } from "./people.ts";
import { expired } from "./states/ends.ts";
import { anOrder, createStage } from "./states/stage.ts";

const factOf = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });

/** The order, the time and the way back that belong to an outcome, whatever it was. */
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

const ENDS = [
  { outcomes: ["approve"], title: "Paid", lead: "Your bank has confirmed the payment." },
  {
    outcomes: Array(5).fill("decline"),
    title: "The payment did not work",
    lead: "Nothing was paid",
  },
] as const;

for (const { outcomes, title, lead } of ENDS) {
  test(`"${title}" says what it was of, when, and leads to the shop`, async ({
    page,
    context,
    browser,
    request,
  }) => {
    const { merchant } = await createStage({ page, context, browser, request });
    const order = await merchant.create(anOrder());
    for (const outcome of outcomes) await merchant.drive(order.id, outcome);
    await page.goto(order.redirectUrl);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("main")).toContainText(lead);
    await expect(page.locator("main svg.lucide-circle-check")).toHaveCount(
      title === "Paid" ? 1 : 0,
    );
    const way = new RegExp(`^https://books\\.example/${title === "Paid" ? "thanks" : "sorry"}\\?`);
    await expectFacts(page, order, way);
  });
}

test("what was replaced, and what ran out, leads to the failure URL too", async ({
  page,
  context,
  browser,
  request,
}) => {
  const stage = await createStage({ page, context, browser, request });
  const first = anOrder();
  const replaced = await stage.merchant.create(first);
  await stage.merchant.create({ ...first, amount: 4350 });
  await page.goto(replaced.redirectUrl);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This payment was replaced");
  await expect(page.locator("main")).toContainText("Nothing was paid here.");
  await expectFacts(page, replaced, /^https:\/\/books\.example\/sorry\?/);
  await page.goto((await expired(stage)).shop);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The time to pay is over");
  await expect(page.locator("main")).toContainText("Nothing was paid.");
  const back = page.getByRole("link", { name: "Return to Bankside Demo Shop" });
  await expect(back).toHaveAttribute("href", /^https:\/\/books\.example\/sorry\?/);
});

test("opened, confirming and cancelled take the focus, and say what may be done now", async ({
  page,
  browser,
  context,
  request,
}) => {
  const { merchant } = await createStage({ page, context, browser, request });
  const screen = async (heading: string, title: string) => {
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
    await expect(page).toHaveTitle(title);
  };
  const order = await merchant.create(anOrder());
  await page.goto(order.redirectUrl);
  const phone = await takePhone(browser);
  await phone.goto(`/pay/${order.reference}`);
  await screen("Continue on your phone", "Continue on your phone");
  await phone.getByRole("link", { name: "Cancel payment" }).click();
  await phone.getByRole("button", { name: "Yes, cancel" }).click();
  await screen("Payment cancelled", "Cancelled");
  await phone.context().close();
  const second = await merchant.create(anOrder());
  await page.goto(second.redirectUrl);
  await merchant.drive(second.id, "accept");
  await screen("Your bank is confirming", "Your bank is confirming");
  await expect(page.getByText("You can close this page: the payment goes on")).toBeVisible();
});
