import { expect, type Locator, type Page, test } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { anEmail, readCode, takePhone } from "./people.ts";
import { servers } from "./servers.ts";
import { openMerchant } from "./states/own-merchant.ts";
import { anOrder, createStage } from "./states/stage.ts";

const MOST_STOPS = 40;

/** Goes on by Tab until `target` has the focus; wherever the focus stops on the way, it can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Without its styles yet, a page has the browser's own thin ring.
  await page.waitForLoadState("load");
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const { activeElement: stop, body } = document;
      if (!stop || stop === body) return undefined;
      // A link that fills a line of a list, and a choice, have their ring around the line or the label.
      const line = stop.closest("li, label");
      const ringed = line && getComputedStyle(stop).outlineStyle === "none" ? line : stop;
      const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
      return { name: stop.outerHTML, outlineStyle, width: Number.parseFloat(outlineWidth) };
    });
    if (outline) {
      expect(outline.outlineStyle, outline.name).not.toBe("none");
      expect(outline.width, outline.name).toBeGreaterThanOrEqual(2);
    }
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Opens what a link of the page leads to in a window of its own. */
async function follow(page: Page, name: string): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await press(page, "link", name);
  return opening;
}

async function press(page: Page, role: "link" | "button", name: string | RegExp, key = "Enter") {
  await tabTo(page, page.getByRole(role, { name, exact: true }));
  await page.keyboard.press(key);
}

test("the keyboard alone is enough to pay, from the shop's page to the receipt and back", async ({
  page,
  context,
  browser,
  request,
}) => {
  const { merchant } = await createStage({ page, context, browser, request });
  const { redirectUrl, id, externalId } = await merchant.create(anOrder());
  await page.goto(redirectUrl);
  const payer = await follow(page, "Pay on this device");
  await press(payer, "link", "Choose your bank");
  const email = anEmail();
  await tabTo(payer, payer.getByLabel("E-mail address"));
  await payer.keyboard.type(email);
  await payer.keyboard.press("Enter");
  await expect(payer.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  // The field of the code has the focus already.
  await payer.getByLabel("Six-digit code").focus();
  await payer.keyboard.insertText(await readCode(payer, email));
  await tabTo(payer, payer.getByRole("checkbox"));
  await payer.keyboard.press("Space");
  await expect(payer.getByRole("checkbox")).toBeChecked();
  await press(payer, "button", "Confirm", "Space");
  await press(payer, "link", "Sandbox Bank");
  await press(payer, "button", "Approve at Sandbox Bank");
  await press(payer, "button", "Sign in");
  await press(payer, "button", "Continue");
  await press(payer, "button", "Approve", "Space");
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect((await merchant.read(id)).status).toBe("succeeded");
  await press(payer, "link", "Receipt");
  await expect(title(payer, "Receipt")).toBeVisible();
  await tabTo(payer, payer.getByRole("link", { name: "Share", exact: true }));
  await press(payer, "link", "Back");
  await expect(title(payer, "Paid")).toBeVisible();
  // The shop's page leaves by itself too; its site answers nothing, so both stay.
  await expect(title(page, "Paid")).toBeVisible();
  const back = payer.waitForRequest(/books\.example\/thanks/);
  await press(payer, "link", /^Return to /);
  expect(new URL((await back).url()).searchParams.get("externalId")).toBe(externalId);
});

test("the keyboard alone is enough to cancel, and to think better of it", async ({
  page,
  context,
  browser,
  request,
}) => {
  const { merchant } = await createStage({ page, context, browser, request });
  const { redirectUrl } = await merchant.create(anOrder());
  await page.goto(redirectUrl);
  await press(page, "link", "Cancel payment");
  await expect(title(page, "Cancel this payment?")).toBeVisible();
  await press(page, "link", "No, go on paying");
  await expect(title(page, "Scan with your phone")).toBeVisible();
  await press(page, "link", "Cancel payment");
  await press(page, "button", "Yes, cancel");
  await expect(title(page, "Payment cancelled")).toBeVisible();
  const back = page.waitForRequest(/books\.example\/sorry/);
  await press(page, "link", /^Return to /);
  await back;
});

test("the keyboard alone is enough after a decline, and after coming back unpaid", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create();
  await page.goto(`${redirectUrl}&view=back`);
  const order = await follow(page, "Try again");
  await expect(title(order, "Your order")).toBeVisible();
  await order.close();
  await press(page, "link", "Show QR code instead");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await merchant.drive(id, "decline");
  await expect(title(page, "Your bank declined the payment")).toBeFocused();
  await expect(title(await follow(page, "Try again"), "Confirm it is you")).toBeVisible();
});

test("the keyboard alone is enough to take an order over, and to let it go", async ({
  page,
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, reference } = await merchant.create();
  const phone = await takePhone(browser);
  await phone.goto(`${servers().app.url}/pay/${reference}`);
  await expect(title(phone, "Your order")).toBeVisible();
  await page.goto(`/pay/${reference}`);
  await press(page, "button", "Use this device instead");
  await expect(title(page, "Your order")).toBeVisible();
  const shop = await page.context().newPage();
  await shop.goto(redirectUrl);
  await press(shop, "button", "Use another phone");
  await expect(title(shop, "Scan with your phone")).toBeFocused();
  await phone.context().close();
});

test("the keyboard alone is enough to copy a transfer, send it and take it back", async ({
  page,
  context,
  browser,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const stage = await createStage({ page, context, browser, request });
  const { server } = await openMerchant(stage);
  await page.goto((await server.create(anOrder())).redirectUrl);
  await press(page, "link", "Bank transfer");
  await expect(title(page, "Send a bank transfer")).toBeVisible();
  await press(page, "button", "Copy: Reference", "Space");
  await expect(page.getByText("Copied: Reference")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^RF\d{14}$/);
  await press(page, "button", "I have sent the transfer");
  await expect(title(page, "We are waiting for your transfer")).toBeFocused();
  await press(page, "link", "I did not send it");
  await press(page, "button", "I did not send it");
  await expect(title(page, "Payment cancelled")).toBeVisible();
});

test("a new screen takes the focus to its heading, and names the window anew", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create();
  await page.goto(redirectUrl);
  await expect(page).toHaveTitle(/^Pay /);
  const steps = [
    ["decline", "Your bank declined the payment", "Not paid yet"],
    ["accept", "Your bank is confirming", "Your bank is confirming"],
    ["settle", "Paid", "Paid"],
  ] as const;
  for (const [outcome, heading, title] of steps) {
    await merchant.drive(id, outcome);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
    await expect(page).toHaveTitle(title);
  }
});

const LAST_MINUTES = {
  en: ["3 minutes left to pay", "1 minute left to pay", "30 seconds left to pay"],
  pl: [
    "Pozostały czas na płatność: 3 minuty",
    "Pozostały czas na płatność: 1 minuta",
    "Pozostały czas na płatność: 30 sekund",
  ],
  ro: [
    "Timp rămas pentru plată: 3 minute",
    "Timp rămas pentru plată: 1 minut",
    "Timp rămas pentru plată: 30 de secunde",
  ],
} as const;

for (const [lang, [atThree, atOne, atThirty]] of Object.entries(LAST_MINUTES)) {
  test(`the time left is read out at three minutes, at one and at thirty seconds in ${lang}`, async ({
    page,
    request,
  }) => {
    const merchant = createMerchantServer(request, servers().app);
    const { redirectUrl } = await merchant.create();
    await page.clock.install();
    await page.goto(`${redirectUrl}&lang=${lang}`);
    const timer = page.locator("p:has(> time)");
    await expect(timer).toContainText(/29:\d\d|30:00/);
    const said = timer.getByRole("status");
    const [minutes = "29", seconds = "0"] =
      /(\d+):(\d+)/.exec((await timer.textContent()) ?? "")?.slice(1) ?? [];
    let left = Number(minutes) * 60 + Number(seconds);
    await expect(said).toBeEmpty();
    for (const [at, words] of [
      [185, ""],
      [175, atThree],
      [65, atThree],
      [55, atOne],
      [25, atThirty],
    ] as const) {
      await page.clock.fastForward((left - at) * 1000);
      left = at;
      await expect(said).toHaveText(words);
    }
  });
}
