import { expect, type Page } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { chooseBank, takePhone } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { test } from "../merchant/console-account.ts";

const SURFACES = {
  light: { paper: "rgb(247, 247, 245)", card: "rgb(255, 255, 255)", accent: "rgb(11, 110, 79)" },
  dark: { paper: "rgb(17, 19, 18)", card: "rgb(25, 27, 26)", accent: "rgb(76, 196, 152)" },
} as const;

/** Elements that break the common visual language. */
async function strangersOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>("*")]
      .filter((element) => !element.closest("svg") && element.localName !== "iframe")
      .map((element) => {
        const { borderRadius, transitionDuration, ...style } = getComputedStyle(element);
        const name = `${element.localName}.${element.className}`.slice(0, 80);
        const { animationName, backgroundImage, backdropFilter } = style;
        const rest = { animationName, backgroundImage, backdropFilter };
        return { name, borderRadius, transitionDuration, ...rest };
      }),
  );
  const longest = (times: string) =>
    Math.max(...times.split(", ").map((time) => Number.parseFloat(time) * 1000));
  const isOurs = (radius: string) => ["0px", "14px", "999px"].includes(radius);
  const strangers = found.flatMap((one) => [
    ...(one.borderRadius.split(" ").every(isOurs) ? [] : [`${one.name}: ${one.borderRadius}`]),
    ...(longest(one.transitionDuration) < 200 ? [] : [`${one.name}: ${one.transitionDuration}`]),
    ...(one.animationName === "none" ? [] : [`${one.name}: moves by itself`]),
    ...(one.backgroundImage.includes("gradient") ? [`${one.name}: a gradient`] : []),
    ...(one.backdropFilter === "none" ? [] : [`${one.name}: glass`]),
  ]);
  return [...new Set(strangers)];
}

async function expectHouseStyle(page: Page): Promise<void> {
  const body = page.locator("body");
  await expect(body).toHaveCSS("font-family", /^Manrope, "Manrope Fallback", system-ui/);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(body).toHaveCSS("background-color", SURFACES[colorScheme].paper);
  }
  expect(await strangersOf(page), page.url()).toEqual([]);
}

test("the order is first and largest, with one accent, and our name is small and last", async ({
  page,
  request,
}) => {
  const { redirectUrl } = await createMerchantServer(request, servers().app).create();
  await page.goto(`${redirectUrl}&view=app`);
  const amount = page.getByText("€12.50", { exact: true });
  await expect(amount).toHaveCSS("font-size", "40px");
  await expect(amount).toHaveCSS("line-height", "44px");
  await expect(amount).toHaveCSS("font-weight", "700");
  await expect(amount).toHaveCSS("font-variant-numeric", /tabular-nums/);
  const sizes = await page
    .locator("main :is(p, h1, a, button, dd, span)")
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  expect(Math.max(...sizes)).toBe(40);
  for (const colorScheme of ["light", "dark"] as const) {
    const { card, accent } = SURFACES[colorScheme];
    await page.emulateMedia({ colorScheme });
    const box = page.locator("main > *").filter({ has: amount });
    await expect(box).toHaveCSS("background-color", card);
    await expect(box).toHaveCSS("border-radius", "14px");
    const open = page.getByRole("link", { name: "Continue to payment" });
    await expect(open).toHaveCSS("background-color", accent);
  }
  await expect(page.locator("main p").first()).toHaveText("Bankside Demo Shop");
  const foot = page.getByRole("contentinfo");
  await expect(foot).toHaveCSS("font-size", "14px");
  await expect(foot).toHaveText(/Pay by bank with Bankside$/);
});

test("checkout, payer's pages, bank, shop and console have one visual style", async ({
  page,
  request,
  browser,
  account: _,
}) => {
  const { redirectUrl, reference } = await createMerchantServer(request, servers().app).create();
  await page.goto(redirectUrl);
  await expectHouseStyle(page);
  const phone = await takePhone(browser);
  await phone.goto(`/pay/${reference}`);
  await expectHouseStyle(phone);
  await chooseBank(phone);
  await expectHouseStyle(phone);
  await phone.goto(shopOf(servers().app));
  await expectHouseStyle(phone);
  await phone.context().close();
  await page.goto("/console");
  await expectHouseStyle(page);
});
