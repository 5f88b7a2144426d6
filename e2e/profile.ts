import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright/test";
import { browserOptions } from "./browser.ts";

/** What the owner of a browser has set, by the names of Chromium's preferences. */
type Settings = Record<string, unknown>;

/** Cookies and all other storage switched off, for every site. */
export const NOTHING_KEPT: Settings = { default_content_setting_values: { cookies: 2 } };

/** A browser whose owner has set `settings`, for as long as `work` takes. */
export async function withProfile(
  settings: Settings,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "bankside-profile-"));
  mkdirSync(join(profile, "Default"));
  const preferences = JSON.stringify({ profile: settings });
  writeFileSync(join(profile, "Default", "Preferences"), preferences);
  const context = await chromium.launchPersistentContext(profile, browserOptions());
  try {
    const [page = await context.newPage()] = context.pages();
    await work(page);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
