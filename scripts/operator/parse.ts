import { CommanderError, Command as Program } from "commander";
import { z } from "zod";
import type { Services } from "#lib/services/index.ts";

/** Wrong command line, explained in one sentence. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const accountId = z
  .string({ error: "is required, such as --account acct_…" })
  .regex(/^acct_[0-9a-z]{26}$/, "must be the id of an account, such as acct_…");

/** `isDone`: whether the command did everything. */
export type Answer = { lines: string[]; isDone?: boolean };

export type ReadyCommand = (services: Services) => Promise<Answer>;

export type Command = {
  summary: string;
  usage: string;
  kinds: Record<string, "flag" | "value">;
  prepare(raw: Record<string, string | boolean>): ReadyCommand;
};

/** `schema` validates the options. Its messages follow the option's name. */
export function defineCommand<Schema extends z.ZodObject>(definition: {
  summary: string;
  usage: string;
  kinds: Record<keyof z.output<Schema> & string, "flag" | "value">;
  schema: Schema;
  run(options: z.output<Schema>, services: Services): Promise<Answer>;
}): Command {
  const { schema, run, ...shown } = definition;
  return {
    ...shown,
    prepare(raw) {
      const { data, error } = schema.safeParse(raw);
      if (error) throw new UsageError(describe(error));
      return (services) => run(data, services);
    },
  };
}

function describe({ issues: [issue] }: z.ZodError): string {
  return `--${issue?.path.join(".")} ${issue?.message}.`;
}

export type Output = { write(text: string): unknown };

/** `call`: how it is called, for its help, which goes to `stdout`. Parse with {@link parse}. */
export function createProgram(call: string, stdout: Output): Program {
  return new Program(call)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: () => undefined });
}

/**
 * Returns false if the arguments ask for help, which is then printed.
 * @throws {@link UsageError}
 */
export function parse(program: Program, args: string[]): boolean {
  try {
    program.parse(args, { from: "user" });
    return true;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return false;
    throw new UsageError(explain(error), { cause: error });
  }
}

function explain({ code, message }: CommanderError): string {
  if (code === "commander.help") return "Choose a command: --help lists them.";
  const [first = "", ...rest] = message.replace(/^error: /, "").replace(/\.$/, "");
  return `${first.toUpperCase()}${rest.join("")}.`;
}

/**
 * Returns nothing if the arguments ask for help, which is then printed.
 * @throws {@link UsageError}
 */
export function parseCommand(
  commands: Record<string, Command>,
  args: string[],
  stdout: Output,
): ReadyCommand | undefined {
  let ready: ReadyCommand | undefined;
  const program = createProgram("npm run -s operator --", stdout);
  for (const [name, { summary, usage, kinds, prepare }] of Object.entries(commands)) {
    const command = program.command(name).description(summary).usage(usage);
    // The usage has them all.
    command.configureHelp({ visibleOptions: () => [] });
    for (const [option, kind] of Object.entries(kinds)) {
      if (kind === "flag") command.option(`--${option}`);
      else command.option(`--${option} <value>`, "", once(option));
    }
    command.action((values) => {
      ready = prepare(values);
    });
  }
  parse(program, args);
  return ready;
}

/** Commander takes the last value. An account given twice may be a mistake. */
const once = (option: string) => (value: string, before: string | undefined) => {
  if (before !== undefined) throw new UsageError(`--${option} is given twice.`);
  return value;
};
