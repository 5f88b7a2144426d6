import { parseEnv } from "#lib/platform/configuration/env.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { describeFailure, remedyOf } from "#lib/platform/failures/failures.ts";
import { openOwnServices } from "#lib/services/open-own.ts";
import { COMMANDS } from "./commands.ts";
import { type Answer, type Output, parseCommand, type ReadyCommand, UsageError } from "./parse.ts";

export type CommandProcess = {
  env: Record<string, string | undefined>;
  stdout: Output;
  stderr: Output;
};

/** Resolves to the exit code. */
export async function operate(
  args: string[],
  { env, stdout, stderr }: CommandProcess,
): Promise<number> {
  try {
    const command = parseCommand(COMMANDS, args, stdout);
    if (!command) return 0;
    const { lines, isDone = true } = await run(command, env);
    stdout.write(`${lines.join("\n")}\n`);
    return isDone ? 0 : 1;
  } catch (error) {
    stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

async function run(command: ReadyCommand, env: CommandProcess["env"]): Promise<Answer> {
  const services = await openOwnServices(parseEnv(env));
  try {
    return await command(services);
  } finally {
    await services.close();
  }
}

/** One sentence. */
export function describe(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (isAppError(error)) {
    const fields = error.fields?.map(({ path, message }) => `--${path} ${message}`).join("; ");
    return `${fields ?? error.message}.`;
  }
  const remedy = remedyOf(error);
  if (remedy) return remedy;
  if (error instanceof AggregateError && error.message) {
    return `${error.message.replace(/^./, (first) => first.toUpperCase())}: run this again.`;
  }
  // A failed query's own message quotes its data.
  const [reason] = describeFailure(error).toReversed();
  return reason?.message || `The database can't be used (${reason?.code ?? reason?.name}).`;
}
