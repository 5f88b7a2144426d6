import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { parseDatabaseEnv } from "#lib/platform/configuration/env.ts";
import { createBackup, readBackup } from "#lib/platform/db/backup.ts";
import { openEmbedded } from "#lib/platform/db/embedded.ts";
import { describe } from "./operate.ts";
import { createProgram, parse, UsageError } from "./parse.ts";

export type BackupProcess = {
  env: Record<string, string | undefined>;
  stdout: { write(content: string | Uint8Array): unknown };
  stderr: { write(text: string): unknown };
};

/** Resolves to the exit code. */
export async function backUp(args: string[], process: BackupProcess): Promise<number> {
  const { env, stdout, stderr } = process;
  try {
    const program = createProgram("npm run -s backup --", stdout)
      .description("Writes the embedded database to a new file. Stop the service first.")
      .argument("[file]", "new file, or - for standard output, for a program that encrypts it");
    if (!parse(program, args)) return 0;
    const [file] = program.args;
    const content = await dump(env);
    if (file === "-") stdout.write(content);
    else {
      const path = pathOf(env, file ?? nameOf(new Date()));
      writeNew(path, content);
      const { tables } = readBackup(readFileSync(path)).head;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      stdout.write(`${path}: ${rows} rows of ${tables.length} tables, read back and complete.\n`);
      stdout.write("It does not contain APP_SECRET: keep that in another place.\n");
    }
    return 0;
  } catch (error) {
    stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

async function dump(env: BackupProcess["env"]): Promise<Buffer> {
  const { DATABASE_URL, DATA_DIR } = parseDatabaseEnv(env);
  refuseServer(DATABASE_URL, "pg_dump");
  const folder = resolve(DATA_DIR);
  if (!existsSync(join(folder, "postgres"))) {
    throw new UsageError(`There is no database in ${folder}.`);
  }
  const { client, release } = await openEmbedded(folder);
  try {
    return await createBackup(client);
  } finally {
    await client.close();
    release();
  }
}

/** @throws {@link UsageError} */
export function refuseServer(url: string | undefined, program: string): void {
  if (url === undefined) return;
  throw new UsageError(
    `DATABASE_URL is set, and this command is for embedded data: use ${program}, as docs/backup.md#postgresql describes.`,
  );
}

/** npm starts commands at the project's root, and names the folder that it was called in. */
export function pathOf(env: BackupProcess["env"], file: string): string {
  return resolve(env["INIT_CWD"] || ".", file);
}

const nameOf = (now: Date) =>
  `bankside-${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z.backup`;

/** On disk when it returns. @throws {@link UsageError} if there is a file */
function writeNew(path: string, content: Buffer): void {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new UsageError(
      code === "EEXIST"
        ? `${path} exists: choose another name.`
        : `${path} can't be written: ${message}.`,
      { cause },
    );
  }
  try {
    for (let written = 0; written < content.length; ) {
      written += writeSync(file, content, written);
    }
    fsyncSync(file);
    closeSync(file);
  } catch (cause) {
    rmSync(path, { force: true });
    const { message } = cause as Error;
    throw new UsageError(`${path} can't be written: ${message}.`, { cause });
  }
}
