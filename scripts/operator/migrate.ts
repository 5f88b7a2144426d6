import { Option } from "commander";
import { parseDatabaseEnv } from "#lib/platform/configuration/env.ts";
import { migrate, pendingOf, readApplied, scriptOf } from "#lib/platform/db/migrate.ts";
import { type Migration, readMigrations } from "#lib/platform/db/migration-files.ts";
import { openForMigration } from "#lib/platform/db/open.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { type CommandProcess, describe } from "./operate.ts";
import { createProgram, parse } from "./parse.ts";
import { formatTime } from "./print.ts";

const UP_TO_DATE = "The database is up to date.";

const STATUS = new Option(
  "--status",
  "lists the migrations with their times; exits with 2 if some are pending",
).conflicts("dryRun");
const DRY_RUN = new Option(
  "--dry-run",
  "prints the SQL of the pending migrations, for psql, and changes nothing",
);

/** Resolves to the exit code: 1 after a failure, 2 if `--status` finds pending migrations. */
export async function migrateDatabase(
  args: string[],
  { env, stdout, stderr }: CommandProcess,
): Promise<number> {
  try {
    const program = createProgram("npm run -s migrate --", stdout)
      .description("Applies the pending migrations. Waits while another process does.")
      .addOption(STATUS)
      .addOption(DRY_RUN);
    if (!parse(program, args)) return 0;
    const { status, dryRun } = program.opts<{ status?: true; dryRun?: true }>();
    const mode = status ? "status" : dryRun ? "dry-run" : "apply";
    const { lines, code = 0 } = await run(mode, env, (line) => stderr.write(`${line}\n`));
    stdout.write(`${lines.join("\n")}\n`);
    return code;
  } catch (error) {
    stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

type Mode = "apply" | "status" | "dry-run";
type Answer = { lines: string[]; code?: number };

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
