import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runChild } from "../child.mjs";
import { say } from "../node.ts";

const INSTALL_TIMEOUT_MS = 900_000;

export function findProgram(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Some systems install scripts that only explain the installation. */
export function starts(path: string, args: string[]): boolean {
  return spawnSync(path, args, { timeout: 60_000 }).status === 0;
}

/** Debian or Ubuntu only. Resolves to whether it succeeded. */
export async function installPackages(...packages: string[]): Promise<boolean> {
  if (!findProgram("apt-get") || !mayInstall()) return false;
  say(`Installing ${packages.join(", ")} with apt-get …`);
  await asRoot("apt-get", "update", "-q");
  return (
    (await asRoot("apt-get", "install", "-y", "-q", "--no-install-recommends", ...packages)) === 0
  );
}

/** Root, or sudo without a password. */
function mayInstall(): boolean {
  return process.getuid?.() === 0 || spawnSync("sudo", ["-n", "true"]).status === 0;
}

function asRoot(command: string, ...args: string[]): Promise<number> {
  const [program = command, ...rest] =
    process.getuid?.() === 0 ? [command, ...args] : ["sudo", "-n", command, ...args];
  return runChild(program, rest, {
    stdio: ["ignore", 2, 2],
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
