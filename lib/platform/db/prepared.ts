import { is, Param, Placeholder, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database } from "./database.ts";

type Values = Record<string, unknown>;

type Preparable<Row> = {
  prepare(name: string): { execute(values?: Values): Promise<Row[]>; getQuery(): Query };
};
type Query = { sql: string; params: unknown[] };

export type Parse = (text: string) => unknown;

export type Statement<Row> = {
  name: string;
  text: string;
  encode(values: Values): unknown[];
  decode(row: readonly unknown[]): Row;
  /** By column, once a server has described them. */
  parsers: readonly Parse[] | undefined;
};

export type Bound<Row> = { statement: Statement<Row>; values: unknown[] };

/** Built at first use; PostgreSQL keeps the plan, per connection, under `name`. Without `returning`, a change has no rows. */
export function prepare<Row>(
  name: string,
  build: (db: Database) => Preparable<Row>,
): (values: Values) => Bound<Row> {
  let statement: Statement<Row> | undefined;
  return (values) => {
    statement ??= compile(name, build(drizzle.mock()));
    return { statement, values: statement.encode(values) };
  };
}

export function placeholdersFor<Name extends string>(
  columns: Record<Name, unknown>,
): Record<Name, Placeholder> {
  const placeholders: Partial<Record<Name, Placeholder>> = {};
  for (const name of Object.keys(columns) as Name[]) placeholders[name] = sql.placeholder(name);
  return placeholders as Record<Name, Placeholder>;
}

/** Drizzle's own description of the result; not part of its types. */
type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Described = {
  path: string[];
  field: Decoder | { decoder: Decoder } | { sql: { decoder: Decoder } };
};
type Prepared = { fields?: Described[]; getQuery(): Query };
type Field = { path: string[]; decoder: Decoder };

function compile<Row>(name: string, query: Preparable<Row>): Statement<Row> {
  const prepared = query.prepare(name) as unknown as Prepared;
  const { sql, params } = prepared.getQuery();
  const encoders = params.map(encoderOf);
  const fields = prepared.fields?.map(({ path, field }) => ({ path, ...decoderIn(field) }));
  return {
    name,
    text: sql,
    encode: (values) => encoders.map((encode) => encode(values)),
    decode: (fields ? decoderOf(fields) : refuseRows(name)) as Statement<Row>["decode"],
    parsers: undefined,
  };
}

function encoderOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) {
    const { name } = param;
    return (values) => plain(values[name]);
  }
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param;
    return (values) => {
      const given = values[value.name] ?? null;
      return given === null ? null : plain(encoder.mapToDriverValue(given));
    };
  }
  return () => plain(param);
}

// pg would write local time.
const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null));

/** A column decodes by itself, an expression has a decoder, an aliased one has an expression. */
function decoderIn(field: Described["field"]): { decoder: Decoder } {
  if ("mapFromDriverValue" in field) return { decoder: field };
  return "decoder" in field ? field : field.sql;
}

function refuseRows(name: string) {
  return (): never => {
    throw new Error(`drizzle does not describe the rows of ${name}: has its field been renamed?`);
  };
}

/** `path` has two names for a column of a joined table. */
function decoderOf(fields: readonly Field[]): (row: readonly unknown[]) => Values {
  const columns = fields.map(({ path: [name = "", inner], decoder }) => ({ name, inner, decoder }));
  return (row) => {
    const decoded: Values = {};
    for (const [at, { name, inner, decoder }] of columns.entries()) {
      const value = row[at] ?? null;
      const read = value === null ? null : decoder.mapFromDriverValue(value);
      if (inner === undefined) decoded[name] = read;
      else {
        decoded[name] ??= {};
        (decoded[name] as Values)[inner] = read;
      }
    }
    return decoded;
  };
}
