import pg from "pg";
import type { Bound, Parse, Statement } from "./prepared.ts";

/** Types of dates, times and intervals, which drizzle's columns read from text. */
export const AS_TEXT: ReadonlySet<number> = new Set([
  1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231,
]);
const keep: Parse = (text) => text;

/** By connection: names of the statements that its server process knows; null if that is another one each time. */
const parsed = new WeakMap<pg.Connection, Set<string> | null>();

/** For a connection to a pooler: statements are parsed each time. */
export function sendUnnamed(client: pg.Client): void {
  parsed.set(client.connection, null);
}

/**
 * Statements that go to the server at once and are answered together (PostgreSQL, 54.2.4). After a failure the server skips the
 * rest. Outside a transaction they are one.
 */
export class Batch implements pg.Submittable {
  readonly #bound: readonly Bound<unknown>[];
  readonly #rows: unknown[][];
  readonly #unparsed: string[] = [];
  #at = 0;
  #stopListening = () => {};
  /** The rows of each statement. */
  readonly result: Promise<unknown[][]>;
  readonly #resolve: (rows: unknown[][]) => void;
  readonly #reject: (error: Error) => void;

  constructor(bound: readonly Bound<unknown>[]) {
    this.#bound = bound;
    this.#rows = bound.map(() => []);
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
    this.result = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** As pg's own queries have it. */
  get text(): string {
    return this.#bound.map(({ statement }) => statement.text).join("; ");
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    stream.cork();
    for (const { statement, values } of this.#bound) this.#send(connection, statement, values);
    connection.sync();
    stream.uncork();
  }

  #send(connection: pg.Connection, statement: Statement<unknown>, values: unknown[]): void {
    const { text, parsers } = statement;
    const known = knownTo(connection);
    const name = known ? statement.name : "";
    if (!known) connection.parse({ name, text, types: [] }, true);
    else if (!known.has(name) && !this.#unparsed.includes(name)) {
      if (this.#unparsed.push(name) === 1) this.#noteParsed(connection, known);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values: values.map(written) }, true);
    if (!parsers) connection.describe({ type: "P" }, true);
    connection.execute({}, true);
  }

  // A statement stays known even if the batch fails later.
  #noteParsed(connection: pg.Connection, known: Set<string>): void {
    const note = () => {
      const name = this.#unparsed.shift();
      if (name !== undefined) known.add(name);
    };
    connection.on("parseComplete", note);
    this.#stopListening = () => connection.off("parseComplete", note);
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }): void {
    const bound = this.#bound[this.#at];
    if (bound) bound.statement.parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const bound = this.#bound[this.#at];
    if (!bound) return;
    const { parsers = [], decode } = bound.statement;
    const row = fields.map((text, at) => (text === null ? null : (parsers[at] ?? keep)(text)));
    this.#rows[this.#at]?.push(decode(row));
  }

  handleCommandComplete(): void {
    const bound = this.#bound[this.#at];
    // A statement without rows is not described.
    if (bound) bound.statement.parsers ??= [];
    this.#at += 1;
  }

  handleError(error: Error): void {
    this.#stopListening();
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#stopListening();
    this.#resolve(this.#rows);
  }
}

function knownTo(connection: pg.Connection): Set<string> | null {
  const known = parsed.get(connection);
  if (known !== undefined) return known;
  const none = new Set<string>();
  parsed.set(connection, none);
  return none;
}

function parserOf(type: number): Parse {
  return AS_TEXT.has(type) ? keep : (pg.types.getTypeParser(type) as Parse);
}

function written(value: unknown): string | null {
  return value === null ? null : String(value);
}
