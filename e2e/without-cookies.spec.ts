import { chromium, expect, type Page, test } from "playwright/test";
import { chooseBank, decideAtBank, goToPay, takePhone } from "./people.ts";
import { scan } from "./scan.ts";
import { servers, shopOf } from "./servers.ts";

/** Tells whether a page in the frame of another site can keep a cookie. */
async function keepsCookieInFrame(page: Page): Promise<boolean> {
  const frame = page.frames().find((candidate) => candidate.url().includes("/checkout"));
  return (
    (await frame?.evaluate(async () => {
      await cookieStore.set({ name: "probe", value: "1", sameSite: "none" }).catch(() => undefined);
      return document.cookie.includes("probe=1");
    })) ?? false
  );
}

test("the checkout sets no cookie and uses no storage", async ({ page, context, browser }) => {
  await context.addInitScript(() => {
    if (location.pathname.startsWith("/checkout") === false) return;
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException(`${name} is blocked`, "SecurityError");
        },
      });
    }
  });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const { checkout } = await goToPay(page, shopOf(servers().app));
  const phone = await takePhone(browser);
  await phone.goto(await scan(checkout.getByRole("img", { name: /QR code/ })));
  await expect(checkout.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
  expect(await context.cookies(servers().app.url)).toEqual([]);
  expect(problems).toEqual([]);
});

test("a browser that blocks third-party cookies changes nothing", async ({ browser, page }) => {
  await goToPay(page, shopOf(servers().app));
  expect(await keepsCookieInFrame(page), "control: an ordinary browser keeps it").toBe(true);

  const { launchOptions } = test.info().project.use;
  const args = [...(launchOptions?.args ?? []), "--test-third-party-cookie-phaseout"];
  const strict = await chromium.launch({ ...launchOptions, args });
  try {
    const shopper = await strict.newPage();
    const { checkout } = await goToPay(shopper, shopOf(servers().app));
    expect(await keepsCookieInFrame(shopper), "this browser does not").toBe(false);
    const phone = await takePhone(browser);
    await phone.goto(await scan(checkout.getByRole("img", { name: /QR code/ })));
    await chooseBank(phone);
    await decideAtBank(phone, "Approve");
    await shopper.waitForURL(/\/sandbox\/shop\/success/);
    await expect(
      shopper.getByRole("heading", { name: "Thank you, your payment was received" }),
    ).toBeVisible();
  } finally {
    await strict.close();
  }
});
