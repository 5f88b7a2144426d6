import { expect, test } from "playwright/test";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { createMerchantServer } from "../kit/merchant.ts";
import { expectScannable } from "../kit/qr-code.ts";
import { servers } from "../kit/servers.ts";

for (const [colorScheme, lang] of [
  ["light", "en"],
  ["dark", "ar"],
] as const) {
  test.describe(`${colorScheme}, ${lang}`, () => {
    test.use({ colorScheme });

    test("code, link on this device and copied link are identical, and the code has a text alternative", async ({
      page,
      context,
      request,
    }) => {
      const merchant = createMerchantServer(request, servers().app);
      const { redirectUrl, reference, externalId } = await merchant.create();
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto(`${redirectUrl}&lang=${lang}`);
      const code = page.locator('main svg[role="img"]');
      const link = await scanQr(code);
      expect(link).toMatch(/^HTTP:\/\/[A-Z\d.:]+\/pay\/\d+$/);
      const opened = await request.head(link);
      expect(opened.url()).toContain(`/pay/${reference}?o=${link.split("/").at(-1)}`);
      expect(opened.status()).toBe(200);
      // Only this link keeps the requested language.
      const here = `${link}?here=1&lang=${lang}`;
      await expect(page.locator("main a[target=_blank]").first()).toHaveAttribute("href", here);
      await page.locator("main button[type=button]").first().click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      const words = (await code.getAttribute("aria-label")) ?? "";
      const payee = await page.locator("main p").first().textContent();
      expect(words).toContain(payee);
      expect(words).toMatch(/12[.,]50/);
      expect(words).toMatch(/\d{2}:\d{2}/);
      expect(words).toContain(externalId);
      // The externalId is a UUID.
      await expectScannable(code, { levels: ["L", "M"], highestVersion: 8 });
      await page.emulateMedia({ forcedColors: "active" });
      expect(await scanQr(code)).toBe(link);
    });
  });
}
