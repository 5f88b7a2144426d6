import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { say } from "./node.ts";

/** Top to bottom: each wing imports only those below it. */
const WINGS = [
  ["next"],
  ["api"],
  ["services"],
  ["sandbox"],
  ["console"],
  ["webhooks"],
  ["payments", "identity"],
  ["merchants", "banks"],
  ["platform"],
];
const FLOOR_OF = new Map(WINGS.flatMap((wings, floor) => wings.map((wing) => [wing, floor])));

const FRAMEWORK = /^(next|react|react-dom|iron-session|swr)(\/|$)/;
const SQL = /^(drizzle-orm|pg|@electric-sql)(\/|$)/;
const TEST = /\.test\.tsx?$|^lib\/testing\//;

type Rule = { from: RegExp; but?: RegExp; to: RegExp; why: string };

/** Files (`from`, except `but`) must not import `to`: a package, or a path from the root. */
const RULES: Rule[] = [
  {
    from: /^lib\//,
    but: /^lib\/next\//,
    to: FRAMEWORK,
    why: "The framework stays in app, components and lib/next.",
  },
  {
    from: /^(lib|app|components)\/|^[^/]+\.ts$/,
    but: /(\/repository|\/model\/([^/]+\.)?schema|\.sql)\.ts$|^lib\/platform\/db\/|\.test\.tsx?$|^lib\/testing\//,
    to: SQL,
    why: "SQL stays in repository.ts, *.sql.ts, model/*schema.ts and lib/platform/db.",
  },
  {
    from: /^(lib|app|components|sdk)\/|^[^/]+\.ts$/,
    but: TEST,
    to: /^lib\/testing\//,
    why: "lib/testing is for tests.",
  },
  { from: /^lib\//, to: /^(app|components)\//, why: "lib knows no pages and no components." },
  { from: /^components\//, to: /^app\//, why: "A component knows no page." },
  {
    from: /^components\//,
    to: /^lib\/(services|next(?!\/light\/markup\.ts$)|api)\/|\/platform\/(configuration\/env|telemetry\/logger)\.ts$/,
    why: "A component takes plain props.",
  },
  {
    from: /^(lib|app|components)\//,
    but: /^lib\/next\/light\//,
    to: /^lib\/next\/light\/(?!(light|markup)\.ts$)/,
    why: "The room of light pages has two doors: light.ts for our server, markup.ts for pages.",
  },
  {
    from: /^components\/ui\//,
    to: /^components\/(?!ui\/)|^lib\/(?!platform\/)/,
    why: "components/ui knows no domain.",
  },
  {
    from: /^(app|components)\/|^[^/]+\.ts$/,
    but: TEST,
    to: /^lib\/platform\/db\/|\/model\/schema\.ts$/,
    why: "Only lib sees the database.",
  },
  {
    from: /^(app|components)\//,
    but: TEST,
    to: /^lib\/.*\/service\.ts$/,
    why: "Services come from lib/services.",
  },
  {
    from: /^(lib|app|components)\//,
    but: /^lib\/(banks|services)\/|\.test\.tsx?$|^lib\/testing\//,
    to: /^lib\/banks\/(nextgenpsd2|directory)\//,
    why: "A bank is known only by lib/banks/connector.ts.",
  },
  {
    from: /^(app|components)\//,
    but: /^app\/\((sandbox|gallery)\)\/|^components\/sandbox\//,
    to: /^lib\/sandbox\//,
    why: "The product knows no sandbox.",
  },
  {
    from: /^sdk\//,
    but: /\.test\.ts$|^sdk\/playwright\/|^sdk\/embed\/src\/react\.ts$/,
    to: /^(?!sdk\/)/,
    why: "The SDK stands alone: platforms are passed in.",
  },
  {
    from: /^sdk\/playwright\//,
    but: /\.test\.ts$/,
    to: /^(lib|app|components|e2e|scripts)\//,
    why: "The kit stands alone: it knows Bankside by its API and its pages.",
  },
];

type Import = { file: string; written: string; target: string; isType: boolean };

/** `target`: a path from the root, or a package name. */
export function importsOf(file: string, code: string): Import[] {
  const found = code.matchAll(
    /^(?:import|export)\s(type\s)?(?:[^"'`;]*?\sfrom\s)?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map(([, type, fixed, dynamic]) => {
    const written = fixed ?? dynamic ?? "";
    return { file, written, target: targetOf(file, written), isType: type !== undefined };
  });
}

function targetOf(file: string, written: string): string {
  if (written.startsWith("#")) return written.slice(1);
  return written.startsWith(".") ? normalize(join(dirname(file), written)) : written;
}

export function findProblems(imports: Import[]): string[] {
  return [
    ...imports.flatMap(problemsOf),
    ...findRings(imports),
    ...findCircles(imports),
    ...findSqlOfPages(imports),
  ];
}

function problemsOf(each: Import): string[] {
  const { file, target } = each;
  const broken = RULES.filter(
    ({ from, but, to }) => from.test(file) && !but?.test(file) && to.test(target),
  ).map(({ why }) => why);
  if (isUpward(each)) broken.push("A wing imports only wings below it.");
  if (isStrangersRepository(each)) broken.push("A repository is private to its noun.");
  if (isClimbing(each))
    broken.push("Import ./x.ts inside a folder, #lib/… or #components/… across.");
  return broken.map((why) => `${file}: ${each.written}: ${why}`);
}

function isUpward({ file, target }: Import): boolean {
  const [from, to] = [wingOf(file), wingOf(target)];
  if (TEST.test(file) || from === to || from === undefined || to === undefined) return false;
  const [above, below] = [FLOOR_OF.get(from), FLOOR_OF.get(to)];
  return above === undefined || below === undefined || below <= above;
}

function wingOf(path: string): string | undefined {
  const [root, wing, ...rest] = path.split("/");
  return root === "lib" && rest.length > 0 && wing !== "testing" ? wing : undefined;
}

// The folders of webhooks share their tables.
function isStrangersRepository({ file, target }: Import): boolean {
  const nounOf = (path: string) =>
    path
      .split("/")
      .slice(0, path.startsWith("lib/webhooks/") ? 2 : 3)
      .join("/");
  return /(\/repository|\.sql)\.ts$/.test(target) && nounOf(file) !== nounOf(target);
}

function isClimbing({ file, written, target }: Import): boolean {
  if (!/^(\.\/)?\.\.\//.test(written)) return false;
  return (
    /^(lib|components)\//.test(file) || (file.startsWith("app/") && !target.startsWith("app/"))
  );
}

/** Sibling folders of `lib` that import each other in a ring. A wing's loose files are a room, too. */
function findRings(imports: Import[]): string[] {
  return [...siblings(imports)].flatMap(([folder, arrows]) =>
    [...arrows.keys()]
      .filter((start) => reach(arrows, start).has(start))
      .map((name) => `${folder}/${name}: it is in a ring of imports with folders beside it.`),
  );
}

/** Files that import each other in a circle, types included. */
function findCircles(imports: Import[]): string[] {
  const arrows: Arrows = new Map();
  for (const { file, target } of imports) {
    arrows.set(file, (arrows.get(file) ?? new Set()).add(target));
  }
  return [...withoutLeaves(arrows).keys()]
    .filter((file) => reach(arrows, file).has(file))
    .map((file) => `${file}: it is in a circle of imports.`);
}

/** Only what may be in a circle, or leads to one. */
function withoutLeaves(arrows: Arrows): Arrows {
  const kept = [...arrows].filter(([, targets]) => [...targets].some((one) => arrows.has(one)));
  return kept.length === arrows.size ? arrows : withoutLeaves(new Map(kept));
}

/** Next would bundle it, or load a copy of the package: half a second of the first page. */
function findSqlOfPages(imports: Import[]): string[] {
  const arrows: Arrows = new Map();
  for (const { file, target, isType } of imports) {
    if (!isType) arrows.set(file, (arrows.get(file) ?? new Set()).add(target));
  }
  const pages = [...arrows.keys()].filter((file) => file.startsWith("app/") && !TEST.test(file));
  const loaded = new Set(pages.flatMap((page) => [...reach(arrows, page)]));
  return imports
    .filter(({ file, target, isType }) => loaded.has(file) && SQL.test(target) && !isType)
    .map(({ file }) => `${file}: A page loads it, and SQL with it.`);
}

type Arrows = Map<string, Set<string>>;

function siblings(imports: Import[]): Map<string, Arrows> {
  const all = new Map<string, Arrows>();
  for (const { file, target } of imports) {
    if (TEST.test(file) || !file.startsWith("lib/") || !target.startsWith("lib/")) continue;
    const [from, to] = [roomsOf(file), roomsOf(target)];
    const at = from.findIndex((name, index) => name !== to[index]);
    const [here, there] = [from[at], to[at]];
    if (here === undefined || there === undefined) continue;
    const folder = from.slice(0, at).join("/");
    const arrows = all.get(folder) ?? new Map();
    all.set(folder, arrows.set(here, (arrows.get(here) ?? new Set()).add(there)));
  }
  return all;
}

function roomsOf(path: string): string[] {
  const folders = path.split("/").slice(0, -1);
  return folders.length === 2 ? [...folders, "loose files"] : folders;
}

function reach(arrows: Arrows, start: string): Set<string> {
  const found = new Set<string>();
  const next = [...(arrows.get(start) ?? [])];
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    next.push(...(arrows.get(name) ?? []));
  }
  return found;
}

function figuresOf(imports: Import[]): string {
  const arrows = siblings(imports).get("lib") ?? new Map();
  const floorOf = (name: string): number =>
    1 + Math.max(0, ...[...(arrows.get(name) ?? [])].map(floorOf));
  const rooms = [...FLOOR_OF.keys()];
  const count = [...arrows.values()].reduce((sum, targets) => sum + targets.size, 0);
  return `lib: ${rooms.length} wings on ${Math.max(...rooms.map(floorOf))} floors, ${count} arrows between them`;
}

export function readImports(): Import[] {
  const files = globSync("{lib,app,components,sdk}/**/*.{ts,tsx}", { exclude: ["**/dist/**"] });
  return [...files, ...globSync("*.ts")].flatMap((file) =>
    importsOf(file, readFileSync(file, "utf8")),
  );
}

export function checkHouse(): number {
  const imports = readImports();
  const problems = findProblems(imports);
  for (const problem of problems) say(problem);
  if (problems.length === 0) say(figuresOf(imports));
  return problems.length === 0 ? 0 : 1;
}
