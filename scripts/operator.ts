import { isAppError } from "#lib/errors.ts";
import { describeFailure } from "#lib/failures.ts";
import { openServices } from "#lib/services.ts";
import { COMMANDS } from "./operator/commands.ts";
import { type Answer, parseCommand, type ReadyCommand, UsageError } from "./operator/parse.ts";

const CALL = "npm run -s operator --";

async function main(): Promise<number> {
  const parsed = parseCommand(COMMANDS, process.argv.slice(2));
  if (parsed.help) return tell({ lines: help(parsed.name) });
  return tell(await run(parsed.run));
}

async function run(command: ReadyCommand): Promise<Answer> {
  const services = await openServices();
  try {
    return await command(services);
  } finally {
    await services.close();
  }
}

function tell({ lines, isDone = true }: Answer): number {
  process.stdout.write(`${lines.join("\n")}\n`);
  return isDone ? 0 : 1;
}

function help(name: string | undefined): string[] {
  const shown = Object.entries(COMMANDS).filter(([each]) => name === undefined || each === name);
  return shown.flatMap(([each, { usage, summary }]) => [
    `${CALL} ${each} ${usage}`.trimEnd(),
    `    ${summary}`,
  ]);
}

function describe(error: unknown): string {
  if (isAppError(error)) {
    const fields = error.fields?.map(({ path, message }) => `--${path} ${message}`).join("; ");
    return `${fields ?? error.message}.`;
  }
  if (error instanceof AggregateError && error.message) {
    return `${error.message.replace(/^./, (first) => first.toUpperCase())}: run this again.`;
  }
  // Not the message of a failed query, which quotes what it was about.
  const [reason] = describeFailure(error).toReversed();
  return reason?.message || `The database can't be used (${reason?.code ?? reason?.name}).`;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof UsageError ? error.message : describe(error)}\n`);
    process.exitCode = 1;
  },
);
