import { expect, type Page, test } from "playwright/test";
import { expectAccessible as expectReadable } from "./accessible.ts";
import { createMerchantServer } from "./merchant.ts";
import { anEmail, goToPay, readCode } from "./people.ts";
import { servers, shopOf } from "./servers.ts";

/** Waits for the page's heading, then holds the page against WCAG 2.2 AA and its own width. */
async function expectAccessible(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await expectReadable(page);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 320, height: 640 } });

    test("every state of the checkout can be read by everybody", async ({ page, request }) => {
      const merchant = createMerchantServer(request, servers().app);
      const { redirectUrl, id, reference } = await merchant.create();
      await page.goto(redirectUrl);
      await expectAccessible(page, "Scan with your phone");
      await page.goto(`${redirectUrl}&view=app`);
      await expectAccessible(page, "Pay from your bank account");
      await page.goto(`${redirectUrl}&confirm=cancel`);
      await expectAccessible(page, "Cancel this payment?");
      await page.goto(`/pay/${reference}`);
      await page.goto(redirectUrl);
      await expectAccessible(page, "Continue on your phone");
      await merchant.drive(id, "decline");
      await page.goto(redirectUrl);
      await expectAccessible(page, "Your bank declined the payment");
      await merchant.drive(id, "accept");
      await expectAccessible(page, "Your bank is confirming");
      await merchant.drive(id, "settle");
      await expectAccessible(page, "Paid");
      await page.goto("/checkout?reference=unknown");
      await expectAccessible(page, "This payment can't be shown");
    });

    test("every step of the payer can be read by everybody", async ({ page, request }) => {
      const merchant = createMerchantServer(request, servers().app);
      const { id, reference } = await merchant.create();
      await page.goto(`/pay/${reference}`);
      await expectAccessible(page, "Your order");
      await page.goto(`/pay/${reference}/bank`);
      await expectAccessible(page, "Confirm it is you");
      await page.getByLabel("E-mail address").fill("nobody@mail");
      await page.getByRole("button", { name: "Send code" }).click();
      await expect(page.getByText("Enter an e-mail address such as")).toBeVisible();
      await expectAccessible(page, "Confirm it is you");
      const email = anEmail();
      await page.getByLabel("E-mail address").fill(email);
      await page.getByRole("button", { name: "Send code" }).click();
      await expectAccessible(page, "Enter the code");
      await page.getByLabel("Six-digit code").fill("12345");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await expect(page.getByText("This is not the code we sent last.")).toBeVisible();
      await expectAccessible(page, "Enter the code");
      await page.getByLabel("Six-digit code").fill(await readCode(page, email));
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await expectAccessible(page, "Choose your bank");
      await page.goto(`/pay/${reference}/review?bank=sandbox`);
      await expectAccessible(page, "Check and approve");
      await page.getByRole("button", { name: "Approve at Sandbox Bank" }).click();
      await expectAccessible(page, "Sign in to approve a payment");
      await page.getByLabel("User name").fill("reader");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expectAccessible(page, "Which account do you want to pay from?");
      await page.getByRole("button", { name: "Continue" }).click();
      await expectAccessible(page, "Approve this payment?");
      await page.goto(`/pay/${reference}/result`);
      await expectAccessible(page, "Not approved yet");
      await merchant.drive(id, "cancel");
      await expectAccessible(page, "The payment was not approved");
    });

    test("shop, bank and start page can be read by everybody", async ({ page }) => {
      await page.goto("/");
      await expectAccessible(page, /straight from their bank account/);
      await page.goto("/sandbox/bank");
      await expectAccessible(page, "Sandbox Bank");
      await page.goto("/sandbox/mail");
      await expectAccessible(page, "Demo mailbox");
      // An address whose pieces between the hyphens are longer than a narrow phone is wide.
      await page.goto("/sandbox/mail?to=payer-06d9bcd9-e15e-4b83-b853-0d1ba8429da9@mail.example");
      await expectAccessible(page, /^Mails to/);
      await page.goto("/secure/again?problem=return_address_refused");
      await expectAccessible(page, "The app can't be returned to");
      await page.goto(shopOf(servers().app).replace(/shop$/, "app"));
      await expectAccessible(page, "Coffee, paid from your bank");
      await page.goto("/nowhere");
      await expectAccessible(page, "Nothing here");
      await page.goto(shopOf(servers().app));
      await expectAccessible(page, "Small things for a desk");
      await goToPay(page, shopOf(servers().app));
      await expectAccessible(page, "Pay your order");
      await page.goto(`${shopOf(servers().app)}/orders`);
      await expectAccessible(page, "Your orders");
    });
  });
}

test("the keyboard alone is enough to pay", async ({ page, request }) => {
  const merchant = createMerchantServer(request, servers().app);
  const { reference } = await merchant.create();
  await page.goto(`/pay/${reference}`);
  const press = async (name: string | RegExp, role: "link" | "button") => {
    const target = page.getByRole(role, { name });
    await expect(target).toBeVisible();
    for (let steps = 0; steps < 30; steps++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(target).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await press("Choose your bank", "link");
  const email = anEmail();
  await expect(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
  await page.getByLabel("E-mail address").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  await page.getByLabel("Six-digit code").focus();
  await page.keyboard.insertText(await readCode(page, email));
  await page.keyboard.press("Enter");
  await press("Sandbox Bank", "link");
  await press("Approve at Sandbox Bank", "button");
  await press("Sign in", "button");
  await press("Continue", "button");
  await press("Approve", "button");
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
});
