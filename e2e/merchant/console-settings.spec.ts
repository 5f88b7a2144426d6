import { expect, type Page } from "playwright/test";
import { PNG } from "pngjs";
import { test } from "./console-account.ts";

async function enterIban(page: Page, iban: string, holder: string) {
  await page.goto("/console/settings/company");
  await page.getByLabel("IBAN", { exact: true }).fill(iban);
  await page.getByLabel("Account holder", { exact: true }).fill(holder);
  await page.getByRole("button", { name: "Save IBAN" }).click();
}

function makeLogo(): Buffer {
  const png = new PNG({ width: 120, height: 40 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([0x4b, 0x2a, 0x8c, 0xff], at);
  return PNG.sync.write(png);
}

test("a brand shows in the preview at once and on the checkout once it is saved", async ({
  page,
  request,
  browser,
  shop,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.goto("/console/settings/brand");
  const preview = page
    .frameLocator("iframe[title$='Light']")
    .getByText("Return to", { exact: false });
  await expect(preview).toBeAttached();
  const colourOf = () =>
    preview.evaluate(
      (element) => getComputedStyle(element.closest("a") ?? element).backgroundColor,
    );
  expect(await colourOf()).toBe("rgb(11, 110, 79)");
  await page.getByLabel("Accent colour", { exact: true }).fill("#4b2a8c");
  await expect.poll(colourOf).toBe("rgb(75, 42, 140)");
  await page.getByLabel("Colour scheme").selectOption("dark");
  await expect(page.locator("iframe[title$='Light']")).toHaveCount(0);
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: makeLogo() });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. Your checkout now looks like this")).toBeVisible();
  await expect(page.getByRole("img", { name: "Your current logo" })).toBeVisible();

  const { redirectUrl, id } = await shop.create({
    successUrl: "https://books.example/thanks",
  });
  const context = await browser.newContext({ colorScheme: "light" });
  const shopper = await context.newPage();
  shopper.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await shopper.goto(`${redirectUrl}&view=app`);
  const look = await shopper.evaluate(() => {
    const button = [...document.querySelectorAll("a")].find(({ href }) => href.includes("/pay/"));
    return {
      paper: getComputedStyle(document.body).backgroundColor,
      button: button && getComputedStyle(button).backgroundColor,
      logo: document.querySelector("img")?.naturalWidth,
    };
  });
  expect(look.paper).toBe("rgb(17, 19, 18)");
  expect(look.button).toMatch(/^rgb\(/);
  expect(look.button).not.toBe("rgb(76, 196, 152)");
  expect(look.logo).toBe(120);
  const logo = await request.get(
    new URL((await shopper.locator("img").getAttribute("src")) ?? "", redirectUrl).href,
  );
  expect(logo.headers()).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  await shop.drive(id, "approve");
  await expect(shopper.getByRole("heading", { name: "Paid" })).toBeVisible();
  expect(await shopper.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    "rgb(17, 19, 18)",
  );
  expect(refused).toEqual([]);
  await context.close();
});

test("a saved address shows where shoppers arrive, and warns of likely mistakes", async ({
  page,
  account: _,
}) => {
  await page.goto("/console/settings/links");
  await expect(page.getByText("Example for order")).toHaveCount(0);
  await page.getByLabel("After a payment").fill("https://books.example/thanks?from=bank");
  await page.getByLabel("After a failure").fill("http://localhost:4000/?externalId=mine#sorry");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved. New payments will use it.")).toBeVisible();
  const urls = page.getByRole("region", { name: "Return pages" });
  await expect(urls.getByRole("code")).toHaveText([
    "https://books.example/thanks?from=bank&externalId=1042",
    "http://localhost:4000/?externalId=1042#sorry",
  ]);
  await expect(urls.getByRole("listitem")).toHaveText([
    /works only in test mode/,
    /Only you can reach your shop there/,
    /added before the #/,
    /replaces the one in your address/,
  ]);
});

test("another IBAN waits for the operator, with the command that confirms it", async ({
  page,
  account: _,
}) => {
  await enterIban(page, "NL91 ABNA 0417 1643 01", "Harbour Books");
  await expect(page.getByText("This isn't a valid IBAN.")).toBeVisible();
  await enterIban(page, "NL91 ABNA 0417 1643 00", "O'Hara Books");
  // The setup guide leads on.
  await expect(page.getByRole("heading", { name: "Web integration" })).toBeVisible();
  await page.getByRole("link", { name: "Company and IBAN" }).click();
  await expect(page.getByText("Works in test mode", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Account holder")).toHaveCount(0);
  await page.getByText("For the operator", { exact: true }).click();
  await expect(
    page.getByText(/confirm-iban --account acct_\w+ --iban NL91ABNA0417164300/),
  ).toContainText(`--name='O'\\''Hara Books' --primary`);
  await page.getByRole("link", { name: "Change the IBAN" }).click();
  await expect(page.getByLabel("Account holder")).toHaveValue("O'Hara Books");
  await expect(page.getByRole("textbox", { name: "IBAN" })).toHaveValue("NL91 ABNA 0417 1643 00");
});

test("apps are listed by their schemes", async ({ page, account: _ }) => {
  await page.goto("/console/settings/apps");
  await page.getByLabel("URL scheme").fill("javascript:");
  await page.getByRole("button", { name: "Add a scheme" }).click();
  await expect(page.getByText("This scheme is reserved")).toBeVisible();
  await page.getByLabel("URL scheme").fill("HarbourBooks://");
  await page.getByRole("button", { name: "Add a scheme" }).click();
  const item = page.getByRole("listitem").filter({ hasText: "harbourbooks://" });
  await expect(item).toBeVisible();
  await item.getByText("Remove").first().click();
  await item.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("None yet", { exact: true })).toBeVisible();
});

test("an invalid picture is refused beside its field", async ({ page, account: _ }) => {
  await page.goto("/console/settings/brand");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: svg });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Choose a PNG, JPEG or WebP image.")).toBeVisible();
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(300_000) });
  await expect(page.getByText("This file is larger than 200 kB.")).toBeVisible();
});
