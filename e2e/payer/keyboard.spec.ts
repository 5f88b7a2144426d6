import { type BrowserContext, expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { anEmail, readCode } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { follow, press, tabTo, title } from "../kit/tab.ts";
import { expectTimeReadOut } from "../kit/time-read-out.ts";
import { anOrder, createStage, SHOP } from "../states/stage.ts";

/** Without content, redirecting pages stay open. */
const answerNothing = (context: BrowserContext) =>
  context.route(`${SHOP}/**`, (route) => route.fulfill({ status: 204 }));

test("the keyboard is sufficient to pay, from the shop's page to the receipt and back", async ({
  page,
  context,
  browser,
  request,
}) => {
  await answerNothing(context);
  const { merchant } = createStage({ page, browser, request });
  const { redirectUrl, id, externalId } = await merchant.create(anOrder());
  await page.goto(redirectUrl);
  const payer = await follow(page, "Pay on this device");
  const email = anEmail();
  await tabTo(payer, payer.getByLabel("E-mail address"));
  await payer.keyboard.type(email);
  await payer.keyboard.press("Enter");
  await expect(payer.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  await expect(payer.getByLabel("Six-digit code")).toBeFocused();
  await payer.keyboard.insertText(await readCode(payer, email));
  await press(payer, "button", "Remember me on this device");
  await press(payer, "button", "Sandbox Bank", "Space");
  await press(payer, "button", "Sign in");
  await press(payer, "button", "Continue");
  await press(payer, "button", "Approve", "Space");
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect((await merchant.read(id)).status).toBe("succeeded");
  await tabTo(payer, payer.locator("summary", { hasText: "Receipt" }));
  await payer.keyboard.press("Enter");
  await press(payer, "link", "Print or save");
  await expect(title(payer, "Receipt")).toBeVisible();
  await tabTo(payer, payer.getByRole("link", { name: "Share", exact: true }));
  await press(payer, "link", "Back");
  await expect(title(payer, "Paid €42.50")).toBeVisible();
  await expect(title(page, "Paid €42.50")).toBeVisible();
  const back = payer.waitForRequest(/books\.example\/thanks/);
  await press(payer, "link", /^Return to /);
  expect(new URL((await back).url()).searchParams.get("externalId")).toBe(externalId);
});

test("the keyboard is sufficient to cancel, and to keep paying instead", async ({
  page,
  context,
  browser,
  request,
}) => {
  await answerNothing(context);
  const { merchant } = createStage({ page, browser, request });
  const { redirectUrl } = await merchant.create(anOrder());
  await page.goto(redirectUrl);
  await press(page, "link", "Cancel payment");
  await expect(title(page, "Cancel this payment?")).toBeVisible();
  await press(page, "link", "Keep paying");
  await expect(title(page, "Scan with your phone")).toBeVisible();
  await press(page, "link", "Cancel payment");
  await press(page, "button", "Yes, cancel");
  await expect(title(page, "Payment cancelled")).toBeVisible();
  const back = page.waitForRequest(/books\.example\/sorry/);
  await press(page, "link", /^Return to /);
  await back;
});

test("a new screen moves the focus to its heading, and changes the window's title", async ({
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
  await expect(page.getByRole("link", { name: /Return to/ }), "no return URL").toHaveCount(0);
});

test("the time left is announced at three minutes, at one and at thirty seconds", async ({
  page,
}) => {
  await expectTimeReadOut(page, "en", [
    "3 minutes left to pay",
    "1 minute left to pay",
    "30 seconds left to pay",
  ]);
});
