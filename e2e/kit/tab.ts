import { expect, type Locator, type Page } from "playwright/test";

const MOST_STOPS = 40;

/** Every stop must show its focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Without styles, a page has the browser's thin ring.
  await page.waitForLoadState("load");
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const { activeElement: stop, body } = document;
      if (!stop || stop === body) return undefined;
      // List links and choices have the ring on their row or label.
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

export const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

export async function follow(page: Page, name: string): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await press(page, "link", name);
  return opening;
}

export async function press(
  page: Page,
  role: "link" | "button",
  name: string | RegExp,
  key = "Enter",
) {
  await tabTo(page, page.getByRole(role, { name, exact: true }));
  await page.keyboard.press(key);
}
