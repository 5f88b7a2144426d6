import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { say } from "./node.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const INSTALL_TIMEOUT_MS = 300_000;

/** Path of a Chromium that starts, if this machine has one. `CHROMIUM_PATH` comes first. */
export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [
    process.env["CHROMIUM_PATH"] ?? "",
    chromium.executablePath(),
    ...onPath,
    MAC,
  ];
  return candidates.find((path) => path !== "" && existsSync(path) && starts(path));
}

/** Finds a Chromium or installs one, and says which; `undefined` after saying what to do when neither works. */
export async function ensureChromium(): Promise<string | undefined> {
  const path = findChromium() ?? install();
  if (path) say(`Browser: ${path}`);
  else say("No Chromium for the tests: install Chromium or Chrome, or set CHROMIUM_PATH to one.");
  return path;
}

function install(): string | undefined {
  say("No Chromium found: installing one with Playwright …");
  run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  const own = findChromium();
  if (own || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return own;
  say("Playwright could not: installing the package chromium with apt-get …");
  run("apt-get", ["update", "-q"]);
  run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"]);
  return findChromium();
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ["ignore", 2, 2],
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

// Some distributions put a script there that only tells how to install the real one.
function starts(path: string): boolean {
  if (process.platform === "win32") return true;
  return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}
