import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { goToPay, openDialog } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { comeAlive } from "../kit/weight.ts";
import {
  countFrames,
  heading,
  mountScript,
  openShop,
  RETURN,
  SHOP,
  scriptTag,
  typesOf,
} from "./shop.ts";

test("a dialog traps focus, closes, and reopens (complaints 11 and 24)", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = `<p style="height: 3000px">Goods</p><input aria-label="Voucher"><button id="buy">Pay</button>${scriptTag()}
    <div id="pay"></div><script>
    let checkout;
    document.getElementById("buy").onclick = () => checkout ? checkout.open() : checkout = Bankside.mount(
      document.getElementById("pay"),
      { redirectUrl: ${JSON.stringify(redirectUrl)}, display: "dialog", onEvent: ({ type }) => tell({ type }) });
  </script>`;
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  const buy = page.getByRole("button", { name: "Pay" });
  await buy.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(1000);
  const top = () => page.locator("h1").evaluate((element) => element.getBoundingClientRect().top);

  await buy.click();
  const dialog = page.getByRole("dialog", { name: "Pay by bank" });
  await expect(dialog).toBeVisible();
  await expect(heading(page)).toBeVisible();
  const pinned = await top();
  expect(Math.abs(pinned + scrolled), "the page stays where it was").toBeLessThan(60);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 700);
  await page.mouse.wheel(0, -900);
  expect(await top()).toBe(pinned);
  for (let press = 0; press < 14; press++) {
    await page.keyboard.press("Tab");
    const held = await page.evaluate(() => document.activeElement?.matches("body, #pay *"));
    expect(held, `after ${press + 1} times Tab`).toBe(true);
  }

  await page.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  expect(await page.evaluate(() => document.body.getAttribute("style") ?? "")).toBe("");
  await expect(buy, "the focus is back").toBeFocused();
  expect(typesOf(heard.events)).toContain("close");

  await buy.click();
  await expect(dialog).toBeVisible();
  // `close` fires after the shop has reopened the dialog.
  await page.evaluate("checkout.close(); checkout.open()");
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  await expect(dialog).toBeVisible();
  await merchant.drive(id, "approve");
  await page.waitForURL(/\/thanks/);
});

test("a dialog can't be closed while the bank confirms, and explains why", async ({
  page,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, id } = await merchant.create(RETURN);
  const html = scriptTag() + mountScript(redirectUrl, 'display: "dialog"');
  const heard = await openShop(page, SHOP, { "/cart": html });
  await page.goto(`${SHOP}/cart`);
  await expect(heading(page)).toBeVisible();
  await merchant.drive(id, "accept");
  await expect(heading(page)).toHaveText("Your bank is confirming");
  const dialog = page.getByRole("dialog");
  const words = page.getByText(/^Your bank is confirming\. You’ve approved the payment\./);
  await expect(words).toHaveCount(0);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(words).toBeVisible();
  // Browsers pass a second Escape to the dialog.
  for (let press = 0; press < 3; press++) await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  expect(await page.evaluate("checkout.close()")).toBe(false);
  await page.locator("dialog").evaluate((element: HTMLDialogElement) => element.close());
  await expect(dialog).toBeVisible();
  expect(typesOf(heard.events)).not.toContain("close");
  await expect(
    page.frameLocator("iframe").getByText("You can close this page"),
    "nothing is promised that the dialog does not keep",
  ).toBeHidden();
  const note = page.locator("dialog [role=status]").first();
  await merchant.drive(id, "settle");
  await expect(heading(page)).toHaveText(/^Paid /);
  await expect(note, "what no longer holds is not said").toHaveText("");
  const display = await note.evaluate((element) => getComputedStyle(element).display);
  expect(display, "what is not rendered is not announced").toBe("block");
  await expect(page.locator("dialog")).toHaveAttribute("lang", "en");
  // After the outcome, closing means continuing.
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForURL(/\/thanks/);
});

test("the demo shop's dialog opens on load, reopens, and continues to the outcome", async ({
  page,
}) => {
  await goToPay(page, shopOf(servers().app));
  const loads = countFrames(page);
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(heading(page)).toHaveText("Scan with your phone");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  // Before scripts run, the link opens the payment itself.
  await comeAlive(page);
  await page.getByRole("link", { name: "Open the payment" }).click();
  await expect(dialog).toBeVisible();
  expect(loads(), "one frame, loaded once").toBe(1);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("link", { name: "Cancel payment" }).click();
  await frame.getByRole("button", { name: "Yes, cancel" }).click();
  await page.waitForURL(/\/sandbox\/shop\/failure/);
});
