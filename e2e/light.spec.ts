import { devices, expect, type Page, test } from "playwright/test";
import { signUp } from "./console-user.ts";
import { createMerchantServer } from "./merchant.ts";
import { takePhone, verifyByCode } from "./people.ts";
import { servers } from "./servers.ts";
import { shiftsOf, watchStillness } from "./stillness.ts";
import { kilobytes, SHOPPER_SCRIPTS, type Weight, weigh } from "./weight.ts";

/** HTML, styles and scripts of one cold visit, all of Next's own included. */
const WHOLE_PAGE = 185_000;
const STYLES = 12_000;

const own = ({ scripts, empty }: Weight) => scripts - empty;
const whole = ({ scripts, styles, html }: Weight) => scripts + styles + html;

function expectLight(name: string, weight: Weight) {
  const figures = `${name}: ${kilobytes(own(weight))} of our own scripts, styles ${kilobytes(weight.styles)}, HTML ${kilobytes(weight.html)}, all ${kilobytes(whole(weight))}`;
  process.stdout.write(`  ${figures}\n`);
  expect(own(weight), figures).toBeLessThanOrEqual(SHOPPER_SCRIPTS);
  expect(weight.styles, figures).toBeLessThanOrEqual(STYLES);
  expect(whole(weight), figures).toBeLessThanOrEqual(WHOLE_PAGE);
  expect(weight.hosts, "no other host is asked").toEqual([new URL(servers().app.url).host]);
  expect(weight.kinds, "no web font").not.toContain("font");
}

/** Weighs an address as a device sees it that has nothing of it but the cookies of `page`. */
async function weighCold(page: Page, address: string, device = "Desktop Chrome"): Promise<Weight> {
  const storageState = await page.context().storageState();
  const context = await page
    .context()
    .browser()
    ?.newContext({ ...devices[device], storageState });
  if (!context) throw new Error("the page has no browser");
  const weight = await weigh(await context.newPage(), address);
  await context.close();
  return weight;
}

// The scripts of every other state are weighed where it is read.
test("the checkout keeps to its budget", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create({ successUrl: "https://shop.example/" });
  expectLight("ready", await weighCold(page, redirectUrl));
  const phone = await weighCold(page, redirectUrl, "Pixel 7");
  expectLight("ready on a phone", phone);
  const question = await weighCold(page, `${redirectUrl}&confirm=cancel`);
  expectLight("cancel?", question);
  await merchant.drive(id, "accept");
  expectLight("processing", await weighCold(page, redirectUrl));
});

test("the payer's pages keep to theirs", async ({ request, browser }) => {
  const { reference } = await createMerchantServer(request, servers().app).create();
  const order = `${servers().app.url}/pay/${reference}`;
  const phone = await takePhone(browser);
  // The first browser that opens an order holds it: the others come with its cookies.
  await phone.goto(order);
  expectLight("order", await weighCold(phone, order, "Pixel 7"));
  await phone.getByRole("link", { name: "Choose your bank" }).click();
  await expect(phone.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
  expectLight("verify", await weighCold(phone, phone.url(), "Pixel 7"));
  await verifyByCode(phone);
  await expect(phone.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  expectLight("bank", await weighCold(phone, phone.url(), "Pixel 7"));
  await phone.getByRole("link", { name: "Sandbox Bank", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Check and approve" })).toBeVisible();
  expectLight("review", await weighCold(phone, phone.url(), "Pixel 7"));
  const result = await weighCold(phone, `${order}/result`, "Pixel 7");
  expectLight("result", result);
  await phone.context().close();
});

test("amount and code are there before any script, and the largest paint is the server's", async ({
  context,
  page,
  request,
}) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await watchStillness(context);
  const answer = await page.goto(redirectUrl);
  const html = (await answer?.text()) ?? "";
  await expect.poll(() => page.evaluate(() => window.largest?.length)).toBeGreaterThan(0);
  const largest = (await page.evaluate(() => window.largest)) ?? [];
  expect(html).toContain("€12.50");
  for (const text of largest) expect(html).toContain(text.replaceAll("&", "&amp;"));

  await context.route(/\.js(\?|$)/, (route) => route.abort());
  await page.goto(redirectUrl);
  await expect(page.getByText("€12.50", { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay on this device" })).toBeVisible();
});

test("a change of state moves neither payee nor amount", async ({ context, page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  await watchStillness(context);
  const { id, redirectUrl } = await merchant.create();
  expect(await shiftsOf(page, redirectUrl)).toEqual([]);
  const amount = page.getByText("€12.50", { exact: true }).first();
  const place = await amount.boundingBox();
  await merchant.drive(id, "accept");
  await expect(page.getByRole("heading", { name: "Your bank is confirming" })).toBeVisible();
  expect(await amount.boundingBox()).toEqual(place);
  await merchant.drive(id, "settle");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await amount.boundingBox()).toEqual(place);
  // The foot follows the height of what it stands under.
  expect(await page.evaluate(() => window.shifts?.filter(({ isFoot }) => !isFoot))).toEqual([]);
});

test("nothing moves by itself in the console", async ({ context, page }) => {
  await watchStillness(context);
  await signUp(page);
  for (const path of ["", "/payments", "/settings/embedding"]) {
    expect(await shiftsOf(page, `${servers().app.url}/console${path}`), path).toEqual([]);
  }
});
