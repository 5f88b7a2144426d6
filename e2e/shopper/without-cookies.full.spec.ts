import { expect, type Page, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { heading, mountScript, openShop, RETURN, SHOP, scriptTag, typesOf } from "../embed/shop.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { chooseBank, decideAtBank, goToPay, payByPhone, takePhone } from "../kit/people.ts";
import { NOTHING_KEPT, withProfile } from "../kit/profile.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { blockThirdPartyCookies } from "../kit/third-party-cookies.ts";

/** Allows cookies in frames of other sites. */
const LENIENT = { cookie_controls_mode: 0, block_third_party_cookies: false };

const KEPT = ["cookies", "localStorage", "sessionStorage", "indexedDB", "caches"];

/** Storage types that work in the frame. */
async function keptInFrame(page: Page): Promise<string[] | undefined> {
  const frame = page.frames().find((candidate) => candidate.url().includes("/checkout"));
  return frame?.evaluate(async () => {
    const attempts: Record<string, () => unknown> = {
      cookies() {
        // biome-ignore lint/suspicious/noDocumentCookie: the question is what the browser lets a page do.
        document.cookie = "probe=1; SameSite=None; Secure";
        if (!document.cookie.includes("probe=1")) throw new Error("dropped");
      },
      localStorage: () => localStorage.setItem("probe", "1"),
      sessionStorage: () => sessionStorage.setItem("probe", "1"),
      indexedDB: () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open("probe");
          opening.onsuccess = resolve;
          opening.onerror = reject;
        }),
      caches: () => caches.open("probe"),
    };
    const kept: string[] = [];
    for (const [name, keep] of Object.entries(attempts)) {
      try {
        await keep();
        kept.push(name);
      } catch {
        // This browser does not keep it.
      }
    }
    return kept;
  });
}

test("the purchase works in a browser that blocks third-party cookies", async ({
  browser,
  page,
}) => {
  await withProfile(LENIENT, async (lenient) => {
    await goToPay(lenient, shopOf(servers().app));
    await expect
      .poll(() => keptInFrame(lenient), "control: this browser keeps everything")
      .toEqual(KEPT);
  });
  await blockThirdPartyCookies(page);
  const purchase = await goToPay(page, shopOf(servers().app));
  await expect.poll(() => keptInFrame(page), "this one no cookies").not.toContain("cookies");
  await payByPhone(browser, purchase);
});

test("the checkout works in a browser that keeps no cookies or other data", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { redirectUrl, externalId } = await merchant.create(RETURN);
  await withProfile(NOTHING_KEPT, async (page) => {
    const heard = await openShop(page, SHOP, { "/cart": scriptTag() + mountScript(redirectUrl) });
    await page.goto(`${SHOP}/cart`);
    const code = page.frameLocator("iframe").getByRole("img", { name: /QR code/ });
    await expect(code).toBeVisible();
    expect(await keptInFrame(page)).toEqual([]);
    const phone = await takePhone(browser);
    await phone.goto(await scanQr(code));
    await expect(heading(page)).toHaveText("Continue on your phone");
    await chooseBank(phone);
    await decideAtBank(phone, "Approve");
    await page.waitForURL(`${RETURN.successUrl}?externalId=${externalId}`);
    expect(typesOf(heard.events)).toEqual(expect.arrayContaining(["ready", "state", "outcome"]));
  });
});
