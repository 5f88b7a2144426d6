import { type Comparison, type Description, MAXIMA, MINIMA, type Schema } from "./description.ts";

/** May grow within a version (docs/versions.md). */
const OPEN_LISTS = /\.(code|type)$/;

export function schemaBreaks(
  at: string,
  oldSchema: Schema | undefined,
  newSchema: Schema | undefined,
  comparison: Comparison,
): string[] {
  if (!oldSchema) return [];
  if (!newSchema) return [`${at} has no schema any more`];
  const old = resolve(oldSchema, comparison.before);
  const now = resolve(newSchema, comparison.after);
  return [
    ...ofValues(at, old, now, comparison),
    ...(comparison.direction === "in" ? ofLimits(at, old, now) : []),
    ...ofFields(at, old, now, comparison),
    ...schemaBreaks(`${at}[]`, old.items, now.items, comparison),
    ...(["anyOf", "oneOf"] as const).flatMap((list) =>
      ofVariants(at, old[list] ?? [], now[list] ?? [], comparison),
    ),
  ];
}

// The reader must accept everything that the writer may send.
function ofValues(at: string, old: Schema, now: Schema, { direction }: Comparison): string[] {
  const [written, read] = direction === "in" ? [old, now] : [now, old];
  const [types, values] = [typesOf(read), valuesOf(read)];
  if (direction === "out" && OPEN_LISTS.test(at)) return ofOpenList(at, old, now);
  const fitsTypes = types.length === 0 || typesOf(written).every((type) => types.includes(type));
  const fitsValues = !values || valuesOf(written)?.every((value) => values.includes(value));
  return [
    ...(fitsTypes ? [] : [`${at} has another type`]),
    ...(fitsValues ? [] : [`${at} has other values`]),
  ];
}

function ofOpenList(at: string, old: Schema, now: Schema): string[] {
  const values = valuesOf(now);
  const lost = (valuesOf(old) ?? []).filter((value) => values && !values.includes(value));
  return lost.map((value) => `${at} is ${value} no more`);
}

function ofLimits(at: string, old: Schema, now: Schema): string[] {
  const isLess = (name: (typeof MAXIMA)[number]) =>
    (now[name] ?? Infinity) < (old[name] ?? Infinity);
  const isMore = (name: (typeof MINIMA)[number]) =>
    (now[name] ?? -Infinity) > (old[name] ?? -Infinity);
  const isOther = (name: "pattern" | "format") =>
    now[name] !== undefined && now[name] !== old[name];
  return [
    ...MAXIMA.filter(isLess).map((name) => `${at} has a smaller ${name}`),
    ...MINIMA.filter(isMore).map((name) => `${at} has a greater ${name}`),
    ...(["pattern", "format"] as const).filter(isOther).map((name) => `${at} has another ${name}`),
  ];
}

function ofFields(at: string, old: Schema, now: Schema, comparison: Comparison): string[] {
  const { direction } = comparison;
  const [must, did] = direction === "in" ? [now, old] : [old, now];
  const changed = (must.required ?? []).filter((name) => !did.required?.includes(name));
  return [
    ...Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
      const same = now.properties?.[name];
      return same
        ? schemaBreaks(`${at}.${name}`, schema, same, comparison)
        : [`${at}.${name} is gone`];
    }),
    ...changed.map((name) => `${at}.${name} is ${direction === "in" ? "needed" : "optional"} now`),
  ];
}

function ofVariants(at: string, old: Schema[], now: Schema[], comparison: Comparison): string[] {
  return old.flatMap((variant, index) => {
    const name = nameOf(variant) ?? String(index);
    const same = variant.$ref ? now.find(({ $ref }) => $ref === variant.$ref) : now[index];
    return same
      ? schemaBreaks(`${at} ${name}`, variant, same, comparison)
      : [`${at} has no ${name} any more`];
  });
}

function resolve(schema: Schema, description: Description): Schema {
  const { components } = description;
  const name = nameOf(schema);
  const named = name === undefined ? schema : { ...components.schemas[name], ...schema };
  const parts = (named.allOf ?? []).map((part) => resolve(part, description));
  return {
    ...Object.assign({}, ...parts),
    ...named,
    properties: Object.assign({}, ...[...parts, named].map(({ properties }) => properties)),
    required: [...parts, named].flatMap(({ required = [] }) => required),
  };
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split("/").at(-1);
}

function typesOf({ type = [] }: Schema): string[] {
  return [type].flat().flatMap((one) => (one === "number" ? ["number", "integer"] : [one]));
}

function valuesOf(schema: Schema): unknown[] | undefined {
  return "const" in schema ? [schema.const] : schema.enum;
}
