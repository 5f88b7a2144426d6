import { existsSync, globSync, readFileSync } from "node:fs";
import ts from "typescript-6";
import { findProblems, readImports } from "./house.ts";
import { isEntry } from "./node.ts";

const LONG = 70;
const PRIVATE_PARTS = "docs/decisions/106-private-parts.md";
const NOT_PRODUCTION =
  /\.test\.tsx?$|\.d\.ts$|\/dist\/|^lib\/testing\/|^lib\/platform\/i18n\/messages\//;

type Source = { file: string; lines: number; tree: ts.SourceFile };

function read(folder: string): Source[] {
  return globSync(`${folder}/**/*.{ts,tsx}`)
    .filter((file) => !NOT_PRODUCTION.test(file))
    .map((file) => {
      const code = readFileSync(file, "utf8");
      const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
      return { file, lines: code.split("\n").length - 1, tree };
    });
}

/** Blank lines, comments and inner functions count. */
export function functionsOf({ file, tree }: Omit<Source, "lines">) {
  const found: { name: string; lines: number }[] = [];
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const owner = ts.isVariableDeclaration(node.parent) ? node.parent : node;
      const name = `${file} ${owner.name?.getText(tree) ?? "(no name)"}`;
      found.push({ name, lines: lineAt(node.end) - lineAt(node.getStart(tree)) + 1 });
    }
    ts.forEachChild(node, visit);
  }
  visit(tree);
  return found;
}

/** Words with a letter or a digit in what lies between tokens. */
export function commentWords(tree: ts.SourceFile): number {
  const between: string[] = [];
  function visit(node: ts.Node): void {
    if (ts.isJSDoc(node) || ts.isJsxText(node)) return;
    const children = node.getChildren(tree);
    if (children.length === 0) between.push(tree.text.slice(node.pos, node.getStart(tree)));
    children.forEach(visit);
  }
  visit(tree);
  return between.join("\n").match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

function countPrivateParts(): string {
  if (!existsSync(PRIVATE_PARTS)) return "no table";
  // The other tables list public and removed ones.
  const [table = ""] = /(?:^\|.*\|\n)+/m.exec(readFileSync(PRIVATE_PARTS, "utf8")) ?? [];
  return String(table.split("\n").length - 3);
}

const lines = (sources: Source[]) => sources.reduce((sum, source) => sum + source.lines, 0);

function describeFigures(): string[] {
  const problems = findProblems(readImports());
  const count = (kind: RegExp) => problems.filter((problem) => kind.test(problem)).length;
  const [app, components, lib, sdk] = [read("app"), read("components"), read("lib"), read("sdk")];
  const functions = [...app, ...components, ...lib]
    .flatMap(functionsOf)
    .sort((a, b) => b.lines - a.lines);
  const long = functions.filter((each) => each.lines > LONG);
  const words = lib.reduce((sum, { tree }) => sum + commentWords(tree), 0);
  return [
    `folders in rings of imports: ${count(/in a ring/)}`,
    `files in circles of imports: ${count(/in a circle/)}`,
    `imports upward: ${count(/only wings below/)}`,
    `functions over ${LONG} lines in app, components and lib: ${long.length}`,
    ...long.map((each) => `  ${each.lines}  ${each.name}`),
    `longest function: ${functions[0]?.lines}`,
    `private parts of libraries in use: ${countPrivateParts()}`,
    `words of comments per 1,000 lines of lib: ${Math.round((words / lines(lib)) * 1000)} (${words} in ${lines(lib)})`,
    `production lines: ${lines([...app, ...components, ...lib, ...sdk])}`,
    `  app ${lines(app)}, components ${lines(components)}, lib ${lines(lib)}, sdk ${lines(sdk)}`,
    `lines apart from these: scripts ${lines(read("scripts"))}, bench ${lines(read("bench"))}`,
  ];
}

if (isEntry(import.meta.url)) process.stdout.write(`${describeFigures().join("\n")}\n`);
