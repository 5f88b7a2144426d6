import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright/test";
import { findChromium, WITH_WINDOWS } from "../../scripts/chromium.ts";
import { browserOptions } from "./browser.ts";

/** By the names of Chromium's preferences. */
type Settings = Record<string, unknown>;

export const NOTHING_KEPT: Settings = { default_content_setting_values: { cookies: 2 } };

/** Exists while `work` runs. */
export async function withProfile(
  settings: Settings,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "bankside-profile-"));
  mkdirSync(join(profile, "Default"));
  const preferences = JSON.stringify({ profile: settings });
  writeFileSync(join(profile, "Default", "Preferences"), preferences);
  const context = await launchProfile(profile);
  try {
    const [page = await context.newPage()] = context.pages();
    await work(page);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The headless shell ignores settings and registers no schemes. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  const executablePath = findChromium(WITH_WINDOWS);
  const { executablePath: _, ...options } = browserOptions();
  return chromium.launchPersistentContext(folder, {
    ...options,
    ...(executablePath === undefined ? { channel: "chromium" } : { executablePath }),
  });
}
