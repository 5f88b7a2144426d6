import type { Page } from "playwright/test";

/** Simulates a share sheet, which Chromium has only on some systems. */
export async function withShare(page: Page, isAllowed = true) {
  await page.addInitScript((canShare) => {
    window.handed = [];
    Navigator.prototype.canShare = () => canShare;
    Navigator.prototype.share = async (what = {}) => {
      if (window.refusal) throw new DOMException("no", window.refusal);
      window.handed?.push(what);
    };
  }, isAllowed);
}
