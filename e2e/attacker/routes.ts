import { globSync, readFileSync } from "node:fs";
import { z } from "zod";

/** With the inputs that the sources name. */
export type Route = {
  /** `/pay/[reference]/bank`. Segments in brackets match anything. */
  pattern: string;
  isPage: boolean;
  methods: string[];
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export function routesOfFiles(): Route[] {
  return globSync("app/**/{page.tsx,route.ts}").map((file) => {
    const folders = file.split(/[\\/]/).slice(1, -1);
    const shown = folders.filter((folder) => !folder.startsWith("("));
    const isPage = file.endsWith("page.tsx");
    const source = readFileSync(file, "utf8");
    const methods = isPage
      ? ["GET", "POST"]
      : METHODS.filter((method) => new RegExp(`\\b${method}\\b`).test(source));
    return { pattern: `/${shown.join("/")}`, isPage, methods };
  });
}

/** Static files, Next's own addresses, and unknown ones. */
export function otherPaths(): string[] {
  return [
    ...globSync("public/**/*", { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.replace(/^public/, "")),
    "/nowhere",
    "/_next/nowhere",
    "/_next/static/nowhere",
    "/_next/image",
    "/_next/data/nowhere",
    "/_error",
    "/_not-found",
    "/500",
    "/unknown-payment",
    "/.well-known/nowhere",
    "/health/nowhere",
    "/checkout/logo/a/b",
    "/bank/logo/a/b",
  ];
}

export function matches(pattern: string, path: string): boolean {
  const source = pattern
    .split("/")
    .map((part) => (part.startsWith("[") ? "[^/]+" : part.replaceAll(".", "\\.")))
    .join("/");
  return new RegExp(`^${source}$`).test(path);
}

const SOURCES = "{app,lib,components}/**/*.{ts,tsx}";
const QUERY_READS =
  /(?:query|searchParams|params|form)\s*\??\.?(?:\["([\w-]+)"\]|get(?:All)?\("([\w-]+)"\)|has\("([\w-]+)"\))/g;
const HEADER_READS = /(?:headers|list)(?:\(\)\))?\s*\??\.(?:get|has)\("([\w-]+)"\)/g;
const LISTED = /^ {2}"([a-z][\w-]*)",$/gm;
const DESTRUCTURED = /const \{([^}]+)\} = await searchParams/g;

export function parameterNames(): string[] {
  const names = eachSource((source) => [
    ...found(source, QUERY_READS),
    ...found(source, DESTRUCTURED).flatMap((list) => list.match(/\w+(?=\s*(?:[:,=]|$))/g) ?? []),
  ]);
  const kept = found(readFileSync("lib/next/request/page-request.ts", "utf8"), LISTED);
  return [
    ...new Set([...names, ...kept, "lang", "languages", "redirect-url", "__proto__", "_rsc"]),
  ];
}

/** Read by the sources, Next or browsers. */
export function headerNames(): string[] {
  const names = eachSource((source) => found(source, HEADER_READS));
  const own = found(
    readFileSync("lib/next/request/page-request.ts", "utf8"),
    /_HEADER = "(x-bankside-[\w-]+)"/g,
  );
  const next = found(
    readFileSync("node_modules/next/dist/client/components/app-router-headers.js", "utf8"),
    /const \w+ = '([\w-]+)';/g,
  );
  return [...new Set([...names, ...own, ...next, ...COMMON_HEADERS])]
    .map((name) => name.toLowerCase())
    .filter((name) => !["host", "content-length"].includes(name) && /^[a-z][\w-]+$/.test(name));
}

const COMMON_HEADERS = [
  "accept",
  "accept-language",
  "accept-encoding",
  "authorization",
  "authentication",
  "content-type",
  "cookie",
  "forwarded",
  "idempotency-key",
  "if-modified-since",
  "if-none-match",
  "origin",
  "range",
  "referer",
  "user-agent",
  "x-api-key",
  "x-client-type",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-http-method-override",
  "x-invoke-path",
  "x-matched-path",
  "x-middleware-subrequest",
  "x-nextjs-data",
  "x-now-route-matches",
  "x-request-id",
];

function eachSource(find: (source: string) => string[]): string[] {
  const files = globSync(SOURCES).filter((file) => !/\.test\.ts$|lib[\\/]testing/.test(file));
  return files.flatMap((file) => find(readFileSync(file, "utf8")));
}

function found(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map((match) => match.slice(1).find((part) => part) ?? "");
}

const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: z.unknown().optional(),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

export type Operation = {
  method: string;
  path: string;
  query: string[];
  headers: string[];
  fields: string[];
};

export function operationsOf(description: unknown): Operation[] {
  const { paths, components } = documentSchema.parse(description);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) => {
      const named = (place: string) =>
        parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
      const fields = fieldsOf(requestBody, components.schemas);
      const query = named("query");
      return { method: method.toUpperCase(), path, query, headers: named("header"), fields };
    }),
  );
}

function fieldsOf(schema: unknown, schemas: Record<string, unknown>): string[] {
  const text = JSON.stringify(schema ?? null);
  const referred = found(text, /"#\/components\/schemas\/(\w+)"/g).map((name) => schemas[name]);
  const own = [...text.matchAll(/"properties":/g)].flatMap(({ index, 0: { length } }) =>
    keysAt(text, index + length),
  );
  return [...new Set([...own, ...referred.flatMap((part) => fieldsOf(part, schemas))])];
}

function keysAt(text: string, start: number): string[] {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return Object.keys(JSON.parse(text.slice(start, at + 1)));
  }
  return [];
}
