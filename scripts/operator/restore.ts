import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { type Env, parseEnv } from "#lib/platform/configuration/env.ts";
import { readAppSecrets } from "#lib/platform/crypto/app-secret.ts";
import { type Backup, loadBackup, readBackup } from "#lib/platform/db/backup.ts";
import { finishRestore, lockDataDir, openEmbedded, RESTORED } from "#lib/platform/db/embedded.ts";
import { openOwnServices } from "#lib/services/open-own.ts";
import { type BackupProcess, pathOf, refuseServer } from "./backup.ts";
import { describe } from "./operate.ts";
import { createProgram, parse, UsageError } from "./parse.ts";
import { formatTime } from "./print.ts";
import { prepareRestored } from "./restored.ts";

type RestoreProcess = BackupProcess & { stdin: NodeJS.ReadableStream };

/** Resolves to the exit code. */
export async function restore(args: string[], process: RestoreProcess): Promise<number> {
  const { stdout, stderr } = process;
  try {
    const program = createProgram("npm run -s restore --", stdout)
      .description("Loads a file of backup into DATA_DIR.")
      .argument(
        "[file]",
        "file of backup, or - for standard input, such as from a program that decrypts it",
      )
      .option("--replace", "sets a database aside that is there");
    if (!parse(program, args)) return 0;
    const lines = await run(process, program.args[0], program.opts()["replace"] === true);
    stdout.write(`${lines.join("\n")}\n`);
    return 0;
  } catch (error) {
    stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

async function run(process: RestoreProcess, file: string | undefined, mayReplace: boolean) {
  const env = parseEnv(process.env);
  refuseServer(env.DATABASE_URL, "pg_restore");
  if (file === undefined)
    throw new UsageError("Name the file to restore, or - for standard input.");
  if (!env.APP_SECRET && !existsSync(join(env.DATA_DIR, "app-secret"))) {
    throw new UsageError(
      `Put the backup's app-secret into ${resolve(env.DATA_DIR)} first, or set APP_SECRET: without it, the secrets in the backup can't be decrypted.`,
    );
  }
  const backup = readBackup(await read(process, file));
  const { root, release } = lockDataDir(env.DATA_DIR);
  try {
    // One that was killed at its end.
    finishRestore(root);
    if (existsSync(join(root, "postgres")) && !mayReplace) {
      throw new UsageError(
        `${root} has a database. --replace sets it aside and puts the backup in its place.`,
      );
    }
    const lines = await prepare(env, root, backup);
    const replaced = finishRestore(root);
    return [
      `The backup of ${formatTime(new Date(backup.head.createdAt))} is restored into ${root}.`,
      ...(replaced ? [`The database before it is kept in ${replaced}: delete it in the end.`] : []),
      ...lines,
    ];
  } finally {
    release();
  }
}

async function read({ env, stdin }: RestoreProcess, file: string): Promise<Uint8Array> {
  if (file === "-") return buffer(stdin);
  const path = pathOf(env, file);
  try {
    return await readFile(path);
  } catch (cause) {
    throw new UsageError(`${path} can't be read: ${(cause as Error).message}.`, { cause });
  }
}

/** Everything that can fail happens beside the database. Returns what the operator has to know. */
async function prepare(env: Env, root: string, backup: Backup): Promise<string[]> {
  const folder = join(root, "restoring");
  rmSync(folder, { recursive: true, force: true });
  try {
    const { client, release } = await openEmbedded(folder);
    try {
      await loadBackup(client, backup);
    } finally {
      await client.close();
      release();
    }
    const lines = await finish({ ...env, DATA_DIR: folder, APP_SECRET: readAppSecrets(env) });
    const files = join(folder, "postgres");
    syncTree(files);
    renameSync(files, join(root, RESTORED));
    syncPath(root);
    return lines;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function finish(env: Env): Promise<string[]> {
  const services = await openOwnServices(env);
  try {
    return await prepareRestored(services);
  } finally {
    await services.close();
  }
}

// PGlite itself leaves its files to the operating system.
function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(folder);
}

function syncPath(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
