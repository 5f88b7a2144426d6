import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { runChild } from "./child.mjs";
import { say } from "./node.ts";

export const WITH_WINDOWS = ["chromium", "chromium-browser", "google-chrome"];
// The headless shell needs half the CPU.
const NAMES = ["chromium-headless-shell", ...WITH_WINDOWS];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
/** Chromium's sandbox does not work for root. */
export const SANDBOX = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const INSTALL_TIMEOUT_MS = 300_000;

/** `undefined` selects Playwright's own download. */
export function findChromium(names = NAMES): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [process.env["CHROMIUM_PATH"] ?? "", ...onPath, MAC];
  return candidates.find((path) => path !== "" && existsSync(path) && starts(path));
}

/** Finds or installs a browser, with windows for `test:all`. Prints what to do if both fail. */
export async function ensureChromium({ hasWindows = false } = {}): Promise<boolean> {
  if ((await isReady(hasWindows)) || (await install(hasWindows))) {
    say(`Browser: ${findChromium() ?? "the one Playwright downloaded"}`);
    return true;
  }
  say("No Chromium for the tests: install Chromium or Chrome, or set CHROMIUM_PATH to one.");
  return false;
}

async function isReady(hasWindows: boolean): Promise<boolean> {
  if (findChromium(hasWindows ? WITH_WINDOWS : NAMES)) return true;
  const channel = hasWindows ? { channel: "chromium" } : {};
  const browser = await chromium.launch({ args: SANDBOX, ...channel }).catch(() => undefined);
  await browser?.close();
  return browser !== undefined;
}

async function install(hasWindows: boolean): Promise<boolean> {
  say("No Chromium found: installing one with Playwright …");
  const shell = hasWindows ? [] : ["--only-shell"];
  await run(process.execPath, ["node_modules/playwright/cli.js", "install", ...shell, "chromium"]);
  if (await isReady(hasWindows)) return true;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  say("Playwright could not: installing Chromium with apt-get …");
  await run("apt-get", ["update", "-q"]);
  for (const name of ["chromium-headless-shell", "chromium"]) {
    await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", name]);
    if (await isReady(hasWindows)) return true;
  }
  return false;
}

async function run(command: string, args: string[]): Promise<void> {
  await runChild(command, args, {
    stdio: ["ignore", 2, 2],
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

// Some distributions install a script that only explains the installation.
function starts(path: string): boolean {
  if (process.platform === "win32") return true;
  return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}
