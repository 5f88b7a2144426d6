import { expect, type Page } from "playwright/test";
import { createMerchantServer } from "./merchant.ts";
import { servers } from "./servers.ts";

/** At three minutes, one minute and thirty seconds before the end. */
export async function expectTimeReadOut(
  page: Page,
  lang: string,
  [atThree, atOne, atThirty]: readonly [string, string, string],
): Promise<void> {
  const merchant = createMerchantServer(page.request, servers().app);
  const { redirectUrl } = await merchant.create();
  await page.clock.install();
  await page.goto(`${redirectUrl}&lang=${lang}`);
  const timer = page.locator("page-countdown");
  await expect(timer).toContainText(/29:\d\d|30:00/);
  const said = timer.getByRole("status");
  const [minutes = "29", seconds = "0"] =
    /(\d+):(\d+)/.exec((await timer.textContent()) ?? "")?.slice(1) ?? [];
  let left = Number(minutes) * 60 + Number(seconds);
  await expect(said).toBeEmpty();
  for (const [at, words] of [
    [185, ""],
    [175, atThree],
    [65, atThree],
    [55, atOne],
    [25, atThirty],
  ] as const) {
    await page.clock.fastForward((left - at) * 1000);
    left = at;
    await expect(said).toHaveText(words);
  }
}
