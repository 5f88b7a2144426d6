import { expect, test } from "playwright/test";
import { LANGUAGES } from "#lib/i18n/locale.ts";
import { findTroubles } from "./fits.ts";
import { expectPseudo } from "./pseudo.ts";
import { createStage } from "./states/stage.ts";
import { STATES } from "./states/table.ts";
import { UNPICTURED_STATES } from "./states/unpictured.ts";

/** Those whose words and sentences are the longest. */
const LONGEST = ["de", "el", "fi", "hu", "ro", "fr"] as const;

const inLanguage = (address: string, lang: string) =>
  `${address}${address.includes("?") ? "&" : "?"}lang=${lang}`;

for (const [name, { heading, readBy, bring }] of Object.entries({
  ...STATES,
  ...UNPICTURED_STATES,
})) {
  if (readBy !== "shopper") continue;
  test(`${name} has room for long languages, and no words of its own`, async ({
    page,
    context,
    browser,
    request,
  }) => {
    const address = await bring(await createStage({ page, context, browser, request }));
    await page.goto(address);
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(heading);
    for (const lang of LONGEST) {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(inLanguage(address, lang));
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(page.locator("html")).toHaveAttribute("dir", LANGUAGES[lang].dir);
      await expect(title).not.toHaveText(heading);
      expect(await findTroubles(page), `${name} in ${lang}`).toEqual([]);
    }
    await page.goto(inLanguage(address, "qps"));
    await expectPseudo(page, name);
  });
}
