import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { z } from "zod";

const BIOME = resolve("node_modules/@biomejs/biome/bin/biome");

type Canary = { path: string; code: string; rule: string; says?: RegExp };

const imports = (path: string, from: string, says: RegExp): Canary => ({
  path,
  code: `import { x } from "${from}";\nexport const y = x;\n`,
  rule: "lint/style/noRestrictedImports",
  says,
});

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

const LAYERS: Canary[] = [
  imports("lib/merchants/accounts/a.ts", "next/headers", /framework/),
  imports("lib/merchants/accounts/b.ts", "next", /framework/),
  imports("lib/worker/a.ts", "react", /framework/),
  imports("lib/api/a.ts", "iron-session", /framework/),
  imports("lib/platform/db/a.ts", "swr", /framework/),
  imports("lib/payments/payers/repository.ts", "react-dom/server", /framework/),
  imports("lib/merchants/accounts/c.ts", "drizzle-orm", /SQL/),
  imports("lib/api/b.ts", "drizzle-orm/pg-core", /SQL/),
  imports("lib/services/index.ts", "pg", /SQL/),
  imports("lib/next/a.ts", "@electric-sql/pglite", /SQL/),
  imports("app/a/page-a.ts", "drizzle-orm", /SQL/),
  imports("components/payer/a.tsx", "pg", /SQL/),
  imports("instrumentation.ts", "pg", /SQL/),
  imports("lib/merchants/accounts/d.ts", "#lib/payers/repository.ts", /private/),
  imports("lib/services/a.ts", "#lib/payers/repository.ts", /private/),
  imports("lib/merchants/accounts/a.test.ts", "#lib/payers/repository.ts", /private/),
  imports("app/a/page-b.ts", "#lib/payers/repository.ts", /private/),
  imports("components/payer/b.tsx", "#lib/payers/repository.ts", /private/),
  imports("app/a/page-c.ts", "#lib/db/client.ts", /Only lib/),
  imports("app/a/page-d.ts", "#lib/accounts/service.ts", /services\.ts/),
  imports("app/a/page-e.ts", "../../lib/platform/money.ts", /#lib/),
  imports("components/payer/c.tsx", "#lib/db/schema.ts", /Only lib/),
  imports("components/payer/d.tsx", "#lib/services.ts", /plain props/),
  imports("components/payer/e.tsx", "#lib/next/session.ts", /plain props/),
  imports("components/ui/a.tsx", "#components/payer/order.tsx", /no domain/),
  imports("components/ui/b.tsx", "#lib/transactions/transaction.ts", /no domain/),
  imports("lib/merchants/accounts/e.ts", "#lib/banks/nextgenpsd2/connector.ts", /connector\.ts/),
  imports("lib/worker/b.ts", "#lib/banks/sandbox/bank.ts", /connector\.ts/),
  imports("app/(checkout)/checkout/a.ts", "#lib/banks/sandbox/bank.ts", /connector\.ts/),
  imports("components/sandbox/a.tsx", "#lib/banks/sandbox/bank.ts", /connector\.ts/),
  imports("lib/banks/nextgenpsd2/a.ts", "#lib/banks/sandbox/bank.ts", /over HTTP/),
  imports("lib/merchants/accounts/f.ts", "#components/ui/button.tsx", /no components/),
  imports("lib/merchants/accounts/g.ts", "#lib/services.ts", /above it/),
  imports("lib/platform/db/b.ts", "#lib/api/app.ts", /above it/),
  imports("lib/merchants/accounts/h.ts", "../money.ts", /Inside a folder/),
  imports("lib/merchants/accounts/i.ts", "./../money.ts", /Inside a folder/),
  imports("components/payer/f.tsx", "../ui/button.tsx", /Inside a folder/),
  imports("lib/merchants/accounts/j.ts", "#lib/testing/database.ts", /for tests/),
];

const HOUSE: Canary[] = [
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
    path: "lib/merchants/accounts/long-function.ts",
    code: `export function long(say: (text: string) => void) {\n${lines(81, (index) => `  say("${index}");`)}\n}\n`,
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

const importing = (from: string) => `import { x } from "${from}";\nexport const y = x;\n`;
const CLEAN: Record<string, string> = {
  "lib/merchants/accounts/x.ts": "export const x = 1;\n",
  "lib/merchants/accounts/repository.ts": importing("drizzle-orm"),
  "lib/merchants/accounts/service.ts": importing("./repository.ts"),
  "lib/merchants/accounts/service.test.ts": importing("#lib/testing/database.ts"),
  "lib/platform/db/client.ts": importing("pg"),
  "lib/testing/database.ts": importing("@electric-sql/pglite"),
  "lib/next/session.ts": importing("iron-session"),
  "lib/next/action.ts": importing("next/headers"),
  "lib/api/sandbox-bank.ts": importing("#lib/banks/sandbox/bank.ts"),
  "lib/services/banks.ts": importing("#lib/banks/nextgenpsd2/connector.ts"),
  "lib/banks/directory/directory.ts": importing("./nextgenpsd2/connector.ts"),
  "lib/worker/main.ts": importing("#lib/services.ts"),
  "lib/platform/env.ts": 'export const port = process.env["PORT"];\n',
  "app/api/[[...path]]/route.ts": importing("#lib/api/app.ts"),
  "app/(sandbox)/sandbox/bank/actions.ts": importing("#lib/banks/sandbox/bank.ts"),
  "app/(checkout)/checkout/actions.ts": importing("#lib/services.ts"),
  "app/(checkout)/checkout/page.tsx":
    'import { x } from "../order.ts";\nexport default function Page() {\n  return x;\n}\n',
  "components/ui/button.tsx": importing("react"),
  "components/ui/dialog.tsx": importing("#lib/i18n/messages/en.ts"),
  "components/payer/order.tsx": importing("#components/ui/button.tsx"),
  "next.config.ts": "export default {};\n",
  "proxy.ts": importing("next/server"),
};

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      message: z.string(),
      location: z.object({ path: z.string() }),
    }),
  ),
});

describe("the linter", () => {
  let folder = "";
  let found = new Map<string, { rule: string; message: string }[]>();

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "bankside-lint-"));
    for (const name of ["biome.json", "package.json", "tsconfig.json", ".gitignore"]) {
      copyFileSync(name, join(folder, name));
    }
    const planted = [...LAYERS, ...HOUSE].map(({ path, code }) => [path, code] as const);
    for (const [path, code] of [...Object.entries(CLEAN), ...planted]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    found = lint(folder);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const { path, rule, says, code } of [...LAYERS, ...HOUSE]) {
    const what = says ? `from ${/"(.+)"/.exec(code)?.[1]}` : (rule.split("/").at(-1) ?? rule);
    it(`refuses ${what} in ${path}`, () => {
      const reports = found.get(path) ?? [];
      assert.deepEqual([...new Set(reports.map((report) => report.rule))], [rule]);
      if (says) assert.match(reports.map(({ message }) => message).join("\n"), says);
    });
  }

  for (const path of Object.keys(CLEAN)) {
    it(`accepts ${path}`, () => {
      assert.deepEqual(found.get(path), undefined);
    });
  }

  it("plants at paths of its own", () => {
    const paths = [...LAYERS, ...HOUSE].map(({ path }) => path);
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
  const found = new Map<string, { rule: string; message: string }[]>();
  for (const { category, message, location } of reportSchema.parse(JSON.parse(stdout))
    .diagnostics) {
    found.set(location.path, [...(found.get(location.path) ?? []), { rule: category, message }]);
  }
  return found;
}
