import { parseArgs } from "node:util";
import { parseDatabaseEnv } from "#lib/platform/configuration/env.ts";
import { migrate, pendingOf, readApplied, scriptOf } from "#lib/platform/db/migrate.ts";
import { type Migration, readMigrations } from "#lib/platform/db/migration-files.ts";
import { openForMigration } from "#lib/platform/db/open.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { type CommandProcess, describe } from "./operate.ts";
import { UsageError } from "./parse.ts";
import { formatTime } from "./print.ts";

const HELP = [
  "npm run -s migrate",
  "    applies the pending migrations; waits while another process does",
  "npm run -s migrate -- --status",
  "    lists the migrations with their times; exits with 2 if some are pending",
  "npm run -s migrate -- --dry-run",
  "    prints the SQL of the pending migrations, for psql, and changes nothing",
];
const UP_TO_DATE = "The database is up to date.";

/** Resolves to the exit code: 1 after a failure, 2 if `--status` finds pending migrations. */
export async function migrateDatabase(
  args: string[],
  { env, stdout, stderr }: CommandProcess,
): Promise<number> {
  try {
    const mode = readMode(args);
    const { lines, code = 0 } =
      mode === "help" ? { lines: HELP } : await run(mode, env, (line) => stderr.write(`${line}\n`));
    stdout.write(`${lines.join("\n")}\n`);
    return code;
  } catch (error) {
    stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

type Mode = "apply" | "status" | "dry-run";
type Answer = { lines: string[]; code?: number };

function readMode(args: string[]): Mode | "help" {
  const { tokens } = parseArgs({ args, strict: false, allowPositionals: true, tokens: true });
  const [first, second] = tokens;
  if (!first) return "apply";
  const word = first.kind === "option" ? first.rawName : args[0];
  const isKnown = word === "--status" || word === "--dry-run" || word === "--help" || word === "-h";
  if (!isKnown) throw new UsageError(`migrate has no option ${word}: --help lists them.`);
  if (second || args.length > 1) throw new UsageError(`${word} can't be combined with others.`);
  return word === "--status" ? "status" : word === "--dry-run" ? "dry-run" : "help";
}

async function run(
  mode: Mode,
  env: CommandProcess["env"],
  report: (line: string) => void,
): Promise<Answer> {
  const known = readMigrations();
  const connection = await openForMigration(parseDatabaseEnv(env), createLogger("silent"));
  try {
    if (mode === "apply") {
      const applied = await migrate(connection, { known, report });
      return { lines: [...applied.map(({ tag }) => `applied  ${tag}`), UP_TO_DATE] };
    }
    const applied = await connection.session(readApplied);
    const pending = pendingOf(known, applied);
    if (mode === "status") return { lines: statusOf(known, applied), code: pending.length && 2 };
    return { lines: [pending.length > 0 ? scriptOf(pending) : `-- ${UP_TO_DATE}`] };
  } finally {
    await connection.close();
  }
}

function statusOf(known: Migration[], applied: Map<number, Date>): string[] {
  const width = Math.max(...known.map(({ tag }) => tag.length));
  return known.map(({ tag, createdAt }) => {
    const at = applied.get(createdAt);
    return `${tag.padEnd(width)}  ${at ? `applied ${formatTime(at)}` : "pending"}`;
  });
}
