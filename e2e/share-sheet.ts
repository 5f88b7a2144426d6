import type { Page } from "playwright/test";

/** Gives the page a system that links can be handed to, which Chromium has on some systems only. */
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
