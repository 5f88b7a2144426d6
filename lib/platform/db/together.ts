import type { Bound, Statement } from "./prepared.ts";

const made = new Map<string, Statement<unknown>>();

/** The changes must concern different rows: none sees another's. Foreign keys are checked at the end. It returns no rows. */
export function together(first: Bound<unknown>, ...others: Bound<unknown>[]): Bound<unknown> {
  if (others.length === 0) return first;
  const changes = [first, ...others];
  const parts = changes.map(({ statement }) => statement.name).join("+");
  // PostgreSQL reads 63 bytes of a name.
  const statement = made.get(parts) ?? make(`${first.statement.name}+${made.size}`, changes);
  made.set(parts, statement);
  return { statement, values: changes.flatMap(({ values }) => values) };
}

function make(name: string, changes: readonly Bound<unknown>[]): Statement<unknown> {
  let before = 0;
  const parts = changes.map(({ statement, values }, at) => {
    const text = statement.text.replaceAll(/\$(\d+)/g, (_, n) => `$${Number(n) + before}`);
    before += values.length;
    return `part_${at} as (${text})`;
  });
  const text = `with ${parts.join(", ")} select where false`;
  return { name, text, encode: () => [], decode: (row) => row, parsers: [] };
}
