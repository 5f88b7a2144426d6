import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Schema } from "./schema-changes.ts";

const VALUES: Record<string, unknown> = {
  bigint: 1,
  integer: 1,
  boolean: false,
  date: "2026-11-22",
  jsonb: {},
  "text[]": [],
  "timestamp(3) with time zone": new Date(0),
};
/** Only triggers write it. */
const DERIVED = ["payment_statistics", "refund_totals"];
/** What constraints and triggers ask for. */
const GIVEN: Record<string, Record<string, unknown>> = {
  transactions: { status: "succeeded", failure_reason: null, mode: "test", currency: "EUR" },
  refunds: {
    status: "ready",
    transfer_id: null,
    finished_at: null,
    failure_reason: null,
    mode: "test",
    currency: "EUR",
  },
  payment_links: { min_amount: null, max_amount: null },
  letters: { state: "sent", next_at: null },
  transaction_funds: { funds: "received" },
};

/** Rows with only the columns of `known`, and those they reference. Returns the first table's row. */
export async function writeRows(
  client: pg.ClientBase,
  known: Schema,
  tables = Object.keys(known.tables).filter((table) => !DERIVED.includes(table)),
): Promise<Record<string, unknown>> {
  const written: Record<string, Record<string, unknown>> = {};
  const references = Object.values(known.constraints).filter(({ target }) => target !== null);

  async function write(table: string): Promise<Record<string, unknown>> {
    if (written[table]) return written[table];
    const row: Record<string, unknown> = {};
    for (const [column, { type }] of Object.entries(known.tables[table] ?? {})) {
      row[column] = type === "text" ? randomBytes(8).toString("hex") : VALUES[type];
      assert.notEqual(row[column], undefined, `a value for the type ${type}`);
    }
    Object.assign(row, GIVEN[table]);
    written[table] = row;
    for (const { columns, target, definition } of references.filter(
      (each) => each.table === table,
    )) {
      const [, there = ""] = /REFERENCES \w+\((\w+)\)/.exec(definition) ?? [];
      row[columns[0] ?? ""] = (await write(target ?? ""))[there];
    }
    const names = Object.keys(row).map((column) => pg.escapeIdentifier(column));
    const places = names.map((_, index) => `$${index + 1}`);
    await client.query(
      `insert into ${pg.escapeIdentifier(table)} (${names}) values (${places})`,
      Object.values(row),
    );
    return row;
  }

  for (const table of tables) await write(table);
  return written[tables[0] ?? ""] ?? {};
}
