import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { expectAccessible, NARROW } from "../kit/accessible.ts";
import { chooseBank, decideAtBank, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { openMerchant } from "../states/own-merchant.ts";

type Link = { id: string; url: string; paidCount: number; status: string };
type Payment = { id: string; status: string; amount: number; paymentLinkId: string };

async function openShop(request: APIRequestContext) {
  const { keys, server } = await openMerchant({ request }, { returnDelay: 0 });
  const headers = { "X-API-Key": keys.web };
  const links = `${servers().app.url}/api/payment-links`;
  return {
    ...server,
    async link(fields: object): Promise<Link> {
      const data = { usage: "reusable", currency: "EUR", ...fields };
      const response = await request.post(links, { headers, data });
      expect(response.status()).toBe(201);
      return response.json();
    },
    read: async ({ id }: Link): Promise<Link> =>
      (await request.get(`${links}/${id}`, { headers })).json(),
    stop: ({ id }: Link) => request.post(`${links}/${id}/stop`, { headers }),
    async payments({ id }: Link): Promise<Payment[]> {
      const url = `${servers().app.url}/api/transactions?paymentLinkId=${id}`;
      return (await (await request.get(url, { headers })).json()).data;
    },
  };
}

const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("a link is paid from a desktop and from a phone, and both come back to it", async ({
  page,
  browser,
  request,
}) => {
  const shop = await openShop(request);
  const link = await shop.link({ amount: 350, description: "Flat white" });
  await page.goto(`${link.url}?lang=en`);
  await page.getByRole("button", { name: "Pay €3.50" }).click();
  await expect(page).toHaveURL(/\/checkout\?reference=/);
  const [first, ...none] = await shop.payments(link);
  expect(none).toEqual([]);
  await shop.drive(first?.id ?? "", "approve");
  await expect(title(page, "Paid €3.50")).toBeVisible();
  await expect(page).toHaveURL(/\/l\/[0-9a-z]{12}\?lang=en&externalId=[0-9a-z]{10}$/);

  const phone = await takePhone(browser);
  await phone.goto(link.url);
  await phone.getByRole("button", { name: "Pay €3.50" }).click();
  const opening = phone.waitForEvent("popup");
  await phone.getByRole("link", { name: "Continue to payment" }).click();
  const payer = await opening;
  await chooseBank(payer);
  await decideAtBank(payer, "Approve");
  await expect(title(phone, "Paid €3.50")).toBeVisible();
  await expect(phone).toHaveURL(/\/l\/[0-9a-z]{12}\?externalId=/);
  await phone.context().close();
  expect((await shop.read(link)).paidCount).toBe(2);
});

test("a visit creates nothing, and a paid one leads to the receipt and to another payment", async ({
  page,
  request,
}) => {
  const shop = await openShop(request);
  const link = await shop.link({ amount: 350, description: "Flat white" });
  expect((await request.get(link.url)).status()).toBe(200);
  await page.goto(`${link.url}?lang=en`);
  await expect(title(page, "Pay Harbour Books")).toBeVisible();
  await expect(page.getByText("Flat white")).toBeVisible();
  await expect(page.getByText("Test mode – no real money")).toBeVisible();
  await expectAccessible(page);
  expect(await shop.payments(link)).toEqual([]);
  await page.getByRole("button", { name: "Pay €3.50" }).click();
  await expect(page).toHaveURL(/\/checkout\?reference=/);
  await shop.drive((await shop.payments(link))[0]?.id ?? "", "approve");
  await page.waitForURL(/\/l\/[0-9a-z]{12}\?lang=en&externalId=/);
  await expect(title(page, "Paid €3.50")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(title(page, "Receipt")).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Make another payment" }).click();
  await expect(page.getByRole("button", { name: "Pay €3.50" })).toBeVisible();
});

test("the payer enters an amount as their language writes it, and tries again, without scripts", async ({
  browser,
  request,
}) => {
  const shop = await openShop(request);
  const bounds = { minAmount: 500, maxAmount: 120_000 };
  const link = await shop.link({ ...bounds, description: "Roof fund" });
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: NARROW });
  const page = await context.newPage();
  await page.goto(`${link.url}?lang=de`);
  const amount = page.getByLabel("Betrag in EUR");
  await expect(page.getByText("Von 5,00 € bis 1.200,00 €", { exact: true })).toBeVisible();
  await amount.fill("4,99");
  await page.getByRole("button", { name: "Bezahlen" }).click();
  await expect(amount).toHaveValue("4,99");
  await expect(amount).toHaveAccessibleDescription(/Geben Sie einen Betrag/);
  expect(await shop.payments(link)).toEqual([]);
  await amount.fill("1.150,50");
  await page.getByRole("button", { name: "Bezahlen" }).click();
  await expect(page).toHaveURL(/\/checkout\?reference=.*lang=de/);
  expect((await shop.payments(link)).map(({ amount }) => amount)).toEqual([115_050]);
  await page.goto(`${link.url}?lang=de`);
  await page.getByLabel("Betrag in EUR").fill("1150,5");
  await page.getByRole("button", { name: "Bezahlen" }).click();
  await expect(page).toHaveURL(/\/checkout\?reference=/);
  const [payment, ...none] = await shop.payments(link);
  expect(none, "this browser continues its payment").toEqual([]);
  await shop.cancel(payment?.id ?? "");
  await expect(title(page, "Zahlung abgebrochen")).toBeVisible({ timeout: 20_000 });
  await expect(amount).toBeVisible();
  await context.close();

  const scripted = await browser.newPage({ viewport: NARROW });
  await scripted.goto(`${link.url}?lang=de&typed=4%2C99`);
  await expect(scripted.getByLabel("Betrag in EUR")).toBeFocused();
  await expectAccessible(scripted);
  await scripted.close();
});

test("a link that is over says why, and an unknown one that it is unknown", async ({
  page,
  request,
}) => {
  const shop = await openShop(request);
  const stopped = await shop.link({ amount: 350, description: "Closed for today" });
  await shop.stop(stopped);
  const once = await shop.link({ usage: "once", amount: 350, externalId: "invoice-1" });
  await page.goto(`${once.url}?lang=en`);
  await page.getByRole("button", { name: "Pay €3.50" }).click();
  await expect(page).toHaveURL(/\/checkout\?reference=/);
  await shop.drive((await shop.payments(once))[0]?.id ?? "", "approve");
  await expect(title(page, "Paid €3.50")).toBeVisible();
  expect((await shop.read(once)).status).toBe("paid");
  for (const [url, status, heading] of [
    [stopped.url, 410, "This link is no longer in use"],
    [once.url, 410, "This link has been paid"],
    [`${servers().app.url}/l/4q8xk2m7w0tz`, 404, "This link can’t be found"],
  ] as const) {
    const response = await page.goto(`${url}?lang=en`);
    expect(response?.status()).toBe(status);
    await expect(title(page, heading)).toBeVisible();
    await expect(page.getByText("Closed for today")).toHaveCount(0);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expectAccessible(page);
  }
});
