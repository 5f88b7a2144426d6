import { parseArgs } from "node:util";
import { z } from "zod";
import type { Services } from "#lib/services/index.ts";

/** The words of a command line are wrong; the message says in one sentence which. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The id of an account, as an option tells it. */
export const accountId = z
  .string({ error: "is needed, such as --account acct_…" })
  .regex(/^acct_[0-9a-z]{26}$/, "must be the id of an account, such as acct_…");

/** What a command answers with: its output, and whether all was done. */
export type Answer = { lines: string[]; isDone?: boolean };

/** A command whose options are read; it runs once the services are open. */
export type ReadyCommand = (services: Services) => Promise<Answer>;

/** One command: its options as `--help` shows them, and how they are read. */
export type Command = {
  summary: string;
  usage: string;
  kinds: Record<string, "flag" | "value">;
  prepare(raw: Record<string, string | boolean>): ReadyCommand;
};

/** Defines a command whose options, one by one, are what `schema` says; its messages follow the option's name. */
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

/** What the words after `operator` ask for. Throws {@link UsageError}. */
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
  return name === "" ? `Say what to do: ${offer}` : `There is no command "${name}": ${offer}`;
}

function readWords(name: string, { kinds }: Command, words: string[]) {
  const known = new Map(Object.entries({ ...kinds, help: "flag" }));
  const types = [...known].map(
    ([option, kind]) => [option, { type: kind === "flag" ? "boolean" : "string" }] as const,
  );
  // Not strict: its own words are several sentences, and name options in other ways than ours.
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
      throw new UsageError(`"${token.value}" is one word too many for ${name}.`);
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
  // What looks like the next option is more likely that than a value.
  if (value === undefined || value === "" || (!inlineValue && value.startsWith("--"))) {
    throw new UsageError(`${rawName} needs a value.`);
  }
  return value;
}
