import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { z } from "zod";

const BIOME = resolve("node_modules/@biomejs/biome/bin/biome");

type Canary = { path: string; code: string; rule: string };

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

const CANARIES: Canary[] = [
  {
    path: "lib/cycle/one.ts",
    code: 'import { two } from "./two.ts";\nexport const one = () => two;\n',
    rule: "lint/suspicious/noImportCycles",
  },
  {
    path: "lib/cycle/two.ts",
    code: 'import { one } from "./one.ts";\nexport const two = () => one;\n',
    rule: "lint/suspicious/noImportCycles",
  },
  {
    path: "lib/merchants/accounts/camelCase.ts",
    code: "export const x = 1;\n",
    rule: "lint/style/useFilenamingConvention",
  },
  {
    path: "lib/merchants/accounts/environment.ts",
    code: 'export const x = process.env["PORT"];\n',
    rule: "lint/style/noProcessEnv",
  },
  {
    path: "lib/merchants/accounts/default.ts",
    code: "export default 1;\n",
    rule: "lint/style/noDefaultExport",
  },
  {
    path: "components/payer/default.tsx",
    code: "export default 1;\n",
    rule: "lint/style/noDefaultExport",
  },
  {
    path: "lib/merchants/accounts/barrel.ts",
    code: 'export { x } from "./x.ts";\n',
    rule: "lint/performance/noBarrelFile",
  },
  {
    path: "lib/merchants/accounts/long.ts",
    code: lines(301, (index) => `export const x${index} = ${index};`),
    rule: "lint/style/noExcessiveLinesPerFile",
  },
  {
    path: "lib/merchants/accounts/service.ts",
    code: `export function long(say: (text: string) => void) {\n${lines(71, (index) => `  say("${index}");`)}\n}\n`,
    rule: "lint/complexity/noExcessiveLinesPerFunction",
  },
  {
    path: "lib/merchants/accounts/tangled.ts",
    code: `export function tangled(x: number) {\n${lines(16, (index) => `  if (x === ${index}) return ${index * 3};`)}\n  return x;\n}\n`,
    rule: "lint/complexity/noExcessiveCognitiveComplexity",
  },
  {
    path: "lib/merchants/accounts/extension.ts",
    code: 'import { x } from "./x";\nexport const y = x;\n',
    rule: "lint/correctness/useImportExtensions",
  },
  {
    path: "lib/merchants/accounts/console.ts",
    code: 'console.log("x");\n',
    rule: "lint/suspicious/noConsole",
  },
  {
    path: "lib/merchants/accounts/any.ts",
    code: "export const x = (y: any) => y;\n",
    rule: "lint/suspicious/noExplicitAny",
  },
  {
    path: "lib/merchants/accounts/not-null.ts",
    code: "export const x = (y?: string) => y!.length;\n",
    rule: "lint/style/noNonNullAssertion",
  },
  {
    path: "lib/merchants/accounts/floating.ts",
    code: "async function work() {\n  await 1;\n}\nexport function x() {\n  work();\n}\n",
    rule: "lint/nursery/noFloatingPromises",
  },
  {
    path: "lib/merchants/accounts/only.test.ts",
    code: 'import { it } from "node:test";\nit.only("x", () => undefined);\n',
    rule: "lint/suspicious/noFocusedTests",
  },
];

const CLEAN: Record<string, string> = {
  "lib/merchants/accounts/x.ts": "export const x = 1;\n",
  "lib/platform/configuration/env.ts": 'export const port = process.env["PORT"];\n',
  "app/checkout/page.tsx":
    'import { x } from "../order.ts";\nexport default function Page() {\n  return x;\n}\n',
  "components/ui/button.tsx": 'import { x } from "react";\nexport const y = x;\n',
  "next.config.ts": "export default {};\n",
};

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string() }),
    }),
  ),
});

describe("the linter", () => {
  let folder = "";
  let found = new Map<string, string[]>();

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "bankside-lint-"));
    for (const name of ["biome.json", "package.json", "tsconfig.json", ".gitignore"]) {
      copyFileSync(name, join(folder, name));
    }
    const planted = CANARIES.map(({ path, code }) => [path, code] as const);
    for (const [path, code] of [...Object.entries(CLEAN), ...planted]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    found = lint(folder);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const { path, rule } of CANARIES) {
    it(`refuses ${path} by ${rule.split("/").at(-1)}`, () => {
      assert.deepEqual([...new Set(found.get(path))], [rule]);
    });
  }

  for (const path of Object.keys(CLEAN)) {
    it(`accepts ${path}`, () => {
      assert.deepEqual(found.get(path), undefined);
    });
  }

  it("uses each path once", () => {
    const paths = CANARIES.map(({ path }) => path);
    assert.equal(
      new Set([...paths, ...Object.keys(CLEAN)]).size,
      paths.length + Object.keys(CLEAN).length,
    );
  });
});

function lint(folder: string) {
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const options = ["lint", "--reporter=json", "--max-diagnostics=none", "."];
  const { stdout } = spawnSync(process.execPath, [BIOME, ...options], {
    cwd: folder,
    encoding: "utf8",
  });
  const found = new Map<string, string[]>();
  for (const { category, location } of reportSchema.parse(JSON.parse(stdout)).diagnostics) {
    found.set(location.path, [...(found.get(location.path) ?? []), category]);
  }
  return found;
}
