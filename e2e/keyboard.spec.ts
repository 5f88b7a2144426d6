import { expect, type Locator, type Page, test } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { anEmail, readCode } from "./people.ts";
import { servers } from "./servers.ts";

const MOST_STOPS = 40;

/** Goes on by Tab until `target` has the focus; wherever the focus stops on the way, it can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
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

async function press(page: Page, role: "link" | "button", name: string, key = "Enter") {
  await tabTo(page, page.getByRole(role, { name, exact: true }));
  await page.keyboard.press(key);
}

test("the keyboard alone is enough to pay, from the shop's page to the receipt", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create();
  await page.goto(redirectUrl);
  const opening = page.waitForEvent("popup");
  await press(page, "link", "Pay on this device");
  const payer = await opening;
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
  const receipt = payer.waitForEvent("popup");
  await press(payer, "link", "Receipt");
  await press(await receipt, "link", "Share");
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

test("the time left is read out at three minutes, at one and at thirty seconds", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl } = await merchant.create();
  await page.clock.install();
  await page.goto(redirectUrl);
  const timer = page.locator("p:has(> time)");
  await expect(timer).toContainText(/29:\d\d|30:00/);
  const said = timer.getByRole("status");
  const [minutes = "29", seconds = "0"] =
    /(\d+):(\d+)/.exec((await timer.textContent()) ?? "")?.slice(1) ?? [];
  let left = Number(minutes) * 60 + Number(seconds);
  await expect(said).toBeEmpty();
  for (const [at, words] of [
    [175, "3 minutes left to pay"],
    [55, "1 minute left to pay"],
    [25, "30 seconds left to pay"],
  ] as const) {
    await page.clock.fastForward((left - at) * 1000);
    left = at;
    await expect(said).toHaveText(words);
  }
});
