import type {
  Comparison,
  Content,
  Description,
  Operation,
  Parameter,
  Paths,
} from "./description.ts";
import { schemaBreaks } from "./schema-breaks.ts";

/** Changes that break clients of `before`; docs/versions.md has the rules. */
export function breaksOf(before: Description, after: Description): string[] {
  const inward = { before, after, direction: "in" } as const;
  const breaks = [
    ...ofPaths(before.paths, after.paths, inward),
    ...ofPaths(before.webhooks ?? {}, after.webhooks ?? {}, turned(inward)),
  ];
  return [...new Set(breaks)];
}

function turned(comparison: Comparison): Comparison {
  return { ...comparison, direction: comparison.direction === "in" ? "out" : "in" };
}

function ofPaths(old: Paths, now: Paths, comparison: Comparison): string[] {
  return Object.entries(old).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const same = now[path]?.[method];
      return same ? ofOperation(name, operation, same, comparison) : [`${name} is gone`];
    }),
  );
}

function ofOperation(
  name: string,
  old: Operation,
  now: Operation,
  comparison: Comparison,
): string[] {
  const left = (now.security ?? []).map((one) => JSON.stringify(one));
  const lost = (old.security ?? []).filter((one) => !left.includes(JSON.stringify(one)));
  return [
    ...(old.operationId === now.operationId ? [] : [`${name} has another operationId`]),
    ...lost.map((one) => `${name} takes ${Object.keys(one)} no more`),
    ...ofParameters(name, old.parameters ?? [], now.parameters ?? [], comparison),
    ...(now.requestBody?.required && !old.requestBody?.required ? [`${name} needs a body`] : []),
    ...ofContent(`${name} body`, old.requestBody, now.requestBody, comparison),
    ...ofResponses(name, old, now, turned(comparison)),
  ];
}

function ofParameters(
  name: string,
  old: Parameter[],
  now: Parameter[],
  comparison: Comparison,
): string[] {
  const find = (all: Parameter[], wanted: Parameter) =>
    all.find((each) => each.name === wanted.name && each.in === wanted.in);
  const needed = now.filter((each) => each.required && !find(old, each)?.required);
  const lost = old.filter((each) => each.required && find(now, each)?.required === false);
  return [
    ...old.flatMap((parameter) => {
      const at = `${name} ${parameter.in} ${parameter.name}`;
      const same = find(now, parameter);
      return same ? schemaBreaks(at, parameter.schema, same.schema, comparison) : [`${at} is gone`];
    }),
    ...(comparison.direction === "in"
      ? needed.map((each) => `${name} needs ${each.in} ${each.name}`)
      : lost.map((each) => `${name} may lack ${each.in} ${each.name}`)),
  ];
}

function ofResponses(
  name: string,
  old: Operation,
  now: Operation,
  comparison: Comparison,
): string[] {
  return Object.entries(old.responses).flatMap(([status, content]) => {
    const same = now.responses[status];
    if (same) {
      return [
        ...ofContent(`${name} ${status}`, content, same, comparison),
        ...Object.keys(content.headers ?? {})
          .filter((header) => !Object.hasOwn(same.headers ?? {}, header))
          .map((header) => `${name} ${status} has no ${header} any more`),
      ];
    }
    return status.startsWith("2") ? [`${name} responds ${status} no more`] : [];
  });
}

function ofContent(
  name: string,
  old: Content | undefined,
  now: Content | undefined,
  comparison: Comparison,
): string[] {
  return Object.entries(old?.content ?? {}).flatMap(([type, { schema }]) => {
    const same = now?.content?.[type];
    return same
      ? schemaBreaks(name, schema, same.schema, comparison)
      : [`${name} is no ${type} any more`];
  });
}
