import type pg from "pg";

type Column = { type: string; notNull: boolean; fallback: string | null };
type Rule = { table: string; definition: string; columns: string[]; target: string | null };

export type Schema = {
  /** By table, then by column. */
  tables: Record<string, Record<string, Column>>;
  unique: Record<string, Rule>;
  /** Checks, foreign keys and exclusions. */
  constraints: Record<string, Rule>;
  triggers: Record<string, Rule>;
};

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "notNull", pg_get_expr(d.adbin, d.adrelid) as fallback
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

const UNIQUE = `
  select x.relname as name, c.relname as "table", pg_get_indexdef(i.indexrelid) as definition,
    array(select coalesce(a.attname::text, '') from unnest(i.indkey) with ordinality k(attnum, place)
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum and k.attnum > 0
      order by k.place) as columns, null as target
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace`;

const CONSTRAINTS = `
  select o.conname as name, c.relname as "table", pg_get_constraintdef(o.oid) as definition,
    array(select a.attname::text from pg_attribute a where a.attrelid = o.conrelid and a.attnum = any(o.conkey)
    ) as columns, f.relname as target
  from pg_constraint o join pg_class c on c.oid = o.conrelid left join pg_class f on f.oid = o.confrelid
  where o.contype in ('c', 'f', 'x') and c.relnamespace = 'public'::regnamespace`;

const TRIGGERS = `
  select t.tgname as name, c.relname as "table",
    pg_get_triggerdef(t.oid) || pg_get_functiondef(t.tgfoid) as definition, '{}'::text[] as columns, null as target
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`;

export async function readSchema(client: pg.Client): Promise<Schema> {
  const tables: Schema["tables"] = {};
  for (const { table, name, ...column } of (await client.query(COLUMNS)).rows) {
    tables[table] = { ...tables[table], [name]: column };
  }
  const rules = async (query: string): Promise<Record<string, Rule>> =>
    Object.fromEntries(
      (await client.query(query)).rows.map(({ name, ...rule }) => [`${rule.table}.${name}`, rule]),
    );
  return {
    tables,
    unique: await rules(UNIQUE),
    constraints: await rules(CONSTRAINTS),
    triggers: await rules(TRIGGERS),
  };
}

/** No version deletes their rows, so a reference to them does no harm. */
const KEPT = ["accounts", "payment_attempts", "transactions", "users"];

/** What code for the schema `before` may notice, one sentence each. */
export function noticedChanges(before: Schema, after: Schema, statements: string[]): string[] {
  return [
    ...changedColumns(before, after),
    ...changedRules(before, after),
    ...newReferences(before, after),
    ...statements
      .map((statement) => statement.replaceAll(/--.*$/gm, "").trim())
      .filter((statement) => /^(update|insert|delete|merge|with)\b/i.test(statement))
      .map((statement) => `rows are changed once, and older code goes on as before: ${statement}`),
  ];
}

function changedColumns(before: Schema, after: Schema): string[] {
  return Object.entries(before.tables).flatMap(([table, columns]) => {
    const now = after.tables[table];
    if (!now) return [`table ${table} is gone`];
    const kept = Object.entries(columns).flatMap(([name, was]) =>
      changesOf(was, now[name]).map((change) => `${table}.${name} ${change}`),
    );
    const added = Object.entries(now)
      .filter(([name, { notNull, fallback }]) => !columns[name] && notNull && fallback === null)
      .map(([name]) => `${table}.${name} is new and needs a value`);
    return [...kept, ...added];
  });
}

function changesOf(was: Column, is: Column | undefined): string[] {
  if (!is) return ["is gone"];
  const changes = {
    [`was ${was.type} and is ${is.type}`]: is.type !== was.type,
    "can no longer be null": is.notNull && !was.notNull,
    "can be null now": was.notNull && !is.notNull,
    "has another default": was.fallback !== null && is.fallback !== was.fallback,
  };
  return Object.keys(changes).filter((change) => changes[change]);
}

function changedRules(before: Schema, after: Schema): string[] {
  return (["unique", "constraints", "triggers"] as const).flatMap((kind) => [
    ...Object.entries(before[kind])
      .filter(([name, { definition }]) => after[kind][name]?.definition !== definition)
      // The data may now violate the old rule, and "on conflict" needs its index.
      .map(([name]) => `${name} is ${after[kind][name] ? "another one" : "gone"}`),
    ...Object.entries(after[kind])
      .filter(([name, rule]) => !before[kind][name] && mayRefuse(rule, before, after))
      .map(([name]) => `${name} may refuse what older code writes`),
  ]);
}

/**
 * Older code leaves new columns null, which satisfies references and unique indexes with such a column, and checks of only such
 * columns.
 */
function mayRefuse({ table, columns, definition }: Rule, before: Schema, after: Schema): boolean {
  const known = before.tables[table];
  if (!known) return false;
  const isLeftNull = (column: string) =>
    column !== "" && !known[column] && !after.tables[table]?.[column]?.notNull;
  if (definition.startsWith("CHECK")) return columns.some((column) => known[column]);
  return !columns.some(isLeftNull) || definition.includes("NULLS NOT DISTINCT");
}

function newReferences(before: Schema, after: Schema): string[] {
  return Object.entries(after.constraints)
    .filter(([name, { target, definition }]) => {
      const isOld = target !== null && before.tables[target] !== undefined;
      const isHarmless = definition.endsWith("ON DELETE CASCADE") || KEPT.includes(target ?? "");
      return isOld && !before.constraints[name] && !isHarmless;
    })
    .map(([name, { target }]) => `${name} may refuse that older code deletes from ${target}`);
}
