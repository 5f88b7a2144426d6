import { type Browser, expect, type Page, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { chooseBank, pickBank, takePhone } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { approveTryingOut } from "../merchant/sandbox-behaviour.ts";
import { letComeBack } from "../states/own-merchant.ts";

type Parts = {
  browser: Browser;
  merchant: ReturnType<typeof createMerchantServer>;
  behaviour: string;
  javaScriptEnabled?: boolean;
};

async function approve({ browser, merchant, behaviour, javaScriptEnabled = true }: Parts) {
  const { id, reference } = await merchant.create();
  const phone = await takePhone(browser, { javaScriptEnabled });
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await chooseBank(phone);
  await approveTryingOut(phone, behaviour);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Waiting for your bank…");
  return { id, phone };
}

/** Offers no second approval. */
async function expectWaiting(phone: Page): Promise<void> {
  await expect(phone).toHaveTitle("Waiting for your bank…");
  await expect(phone.locator("main :is(a, button)")).toHaveCount(0);
}

test("a payer who approved at a bank with errors waits, and then sees the paid order", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, phone } = await approve({ browser, merchant, behaviour: "Server error" });
  await expectWaiting(phone);
  const seen = new Set<string | null>();
  const isPaid = async () => {
    seen.add(await phone.locator("h1").textContent());
    return phone.getByRole("heading", { name: /^Paid/ }).isVisible();
  };
  await expect.poll(isPaid, { timeout: 40_000 }).toBe(true);
  expect([...seen][0]).toBe("Waiting for your bank…");
  expect([...seen].filter((heading) => heading?.startsWith("Not "))).toEqual([]);
  expect((await merchant.read(id)).status).toBe("succeeded");
  await phone.context().close();
});

for (const javaScriptEnabled of [true, false]) {
  test(`a payer whose bank does not respond can continue after the wait, scripts: ${javaScriptEnabled}`, async ({
    browser,
    request,
  }) => {
    const merchant = createMerchantServer(request, servers().app);
    const parts = { browser, merchant, behaviour: "Succeeds late", javaScriptEnabled };
    const { id, phone } = await approve(parts);
    await expectWaiting(phone);
    await letComeBack(id, 25_000);
    const heading = phone.getByRole("heading", { name: "Not confirmed yet" });
    await expect(heading).toBeVisible({ timeout: 15_000 });
    if (javaScriptEnabled) await expect(heading).toBeFocused();
    await expect(phone.getByRole("button", { name: "Continue at your bank" })).toBeVisible();
    await expect(phone.getByRole("link", { name: "Choose another bank" })).toBeVisible();
    await phone.context().close();
  });
}

test("the bank that has just declined is not offered first, and shows the reason", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, reference } = await merchant.create();
  const phone = await takePhone(browser);
  const banks = `${servers().app.url}/pay/${reference}/bank`;
  const first = phone.getByRole("button", { name: /^Continue to / });
  const signIn = phone.getByRole("heading", { name: /^Sign in/ });
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await chooseBank(phone);
  await expect(signIn).toBeVisible();
  await phone.goto(banks);
  await expect(first).toHaveText("Continue to Sandbox Bank");
  await expect(first.locator("img")).toHaveAttribute("src", /^\/bank\/logo\//);

  await merchant.drive(id, "decline");
  await phone.goto(banks);
  const list = phone.getByRole("listitem").getByRole("button");
  await expect(list.filter({ hasText: "Declined just now" })).toHaveText(/^Sandbox Bank /);
  await expect(list).toHaveCount(4);
  await expect(first).toHaveCount(0);

  await pickBank(phone, "Sandbox Savings Bank");
  await expect(signIn).toBeVisible();
  await phone.goto(banks);
  await expect(first).toHaveText("Continue to Sandbox Savings Bank");
  await expect(phone.getByText("just now")).toHaveCount(0);
  await phone.context().close();
});

test("the controls of a payment in question work without scripts", async ({ browser, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const successUrl = `${servers().app.url}/sandbox/shop/success`;
  const { id, reference, redirectUrl } = await merchant.create({ successUrl });
  await merchant.drive(id, "reject_then_execute");
  const phone = await takePhone(browser, { javaScriptEnabled: false });
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await chooseBank(phone);
  for (const address of [`${servers().app.url}/pay/${reference}/result`, redirectUrl]) {
    for (const path of [address, `${address}${address.includes("?") ? "&" : "?"}confirm=cancel`]) {
      await phone.goto(path);
      const heading = phone.getByRole("heading", { name: "We’re checking this payment" });
      await expect(heading).toBeVisible();
      await expect(phone.getByText(reference, { exact: true })).toBeVisible();
      await expect(phone.getByText("Cancel")).toHaveCount(0);
    }
  }
  await phone.getByRole("link", { name: "Return to Bankside Demo Shop" }).click();
  await expect(phone).toHaveURL(new URL("/", successUrl).href);
  await phone.context().close();
});
