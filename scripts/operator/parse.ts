import { parseArgs } from "node:util";
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

/** @throws {@link UsageError} */
export function parseCommand(
  commands: Record<string, Command>,
  [name = "", ...words]: string[],
): { help: true; name?: string } | { help: false; run: ReadyCommand } {
  if (name === "--help" || name === "-h" || name === "help") return { help: true };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(unknownCommand(name, Object.keys(commands)));
  const values = readWords(name, command, words);
  return values["help"] ? { help: true, name } : { help: false, run: command.prepare(values) };
}

function unknownCommand(name: string, known: string[]): string {
  const offer = `the commands are ${known.join(", ")}, and --help explains them.`;
  return name === "" ? `Choose a command: ${offer}` : `There is no command "${name}": ${offer}`;
}

function readWords(name: string, { kinds }: Command, words: string[]) {
  const known = new Map(Object.entries({ ...kinds, help: "flag" }));
  const types = [...known].map(
    ([option, kind]) => [option, { type: kind === "flag" ? "boolean" : "string" }] as const,
  );
  // In strict mode, errors have several sentences and other option names.
  const { tokens } = parseArgs({
    args: words,
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      throw new UsageError(`${name} does not take the argument "${token.value}".`);
    }
    values[token.name] = readOption(name, known.get(token.name), token, values);
  }
  return values;
}

type OptionToken = { name: string; rawName: string; value: string | undefined } & {
  inlineValue: boolean | undefined;
};

function readOption(
  command: string,
  kind: string | undefined,
  { name, rawName, value, inlineValue }: OptionToken,
  before: Record<string, unknown>,
): string | boolean {
  if (!kind || !rawName.startsWith("--")) {
    throw new UsageError(`${command} has no option ${rawName}.`);
  }
  if (Object.hasOwn(before, name)) throw new UsageError(`${rawName} is given twice.`);
  if (kind === "flag") {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return true;
  }
  // A value that looks like an option is probably the next option.
  if (value === undefined || value === "" || (!inlineValue && value.startsWith("--"))) {
    throw new UsageError(`${rawName} needs a value.`);
  }
  return value;
}
