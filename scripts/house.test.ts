import assert from "node:assert/strict";
import { it } from "node:test";
import { findProblems, importsOf } from "./house.ts";

const REFUSED: [file: string, imported: string, why: RegExp][] = [
  ["lib/merchants/accounts/a.ts", "next/headers", /framework/],
  ["lib/worker/a.ts", "react", /framework/],
  ["lib/api/a.ts", "iron-session", /framework/],
  ["lib/next/server/main.ts", "#lib/next/light/light-response.ts", /two doors/],
  ["app/checkout/page.tsx", "#lib/next/light/light-pages.ts", /two doors/],
  ["lib/platform/db/a.ts", "swr", /framework/],
  ["lib/payments/payers/repository.ts", "react-dom/server", /framework/],
  ["lib/payments/payers/a.test.ts", "next", /framework/],
  ["lib/merchants/accounts/a.ts", "drizzle-orm", /SQL/],
  ["lib/services/index.ts", "pg", /SQL/],
  ["lib/next/a.ts", "@electric-sql/pglite", /SQL/],
  ["app/a/page.tsx", "drizzle-orm/pg-core", /SQL/],
  ["components/payer/a.tsx", "pg", /SQL/],
  ["instrumentation.ts", "pg", /SQL/],
  ["lib/payments/payers/a.ts", "#lib/payments/transactions/repository.ts", /private/],
  ["lib/payments/payers/a.ts", "#lib/payments/transactions/due.sql.ts", /private/],
  ["lib/services/a.ts", "#lib/payments/payers/repository.ts", /private/],
  ["lib/merchants/accounts/a.test.ts", "#lib/merchants/tokens/repository.ts", /private/],
  ["lib/console/onboarding/a.ts", "#lib/webhooks/events/repository.ts", /private/],
  ["app/a/page.tsx", "#lib/payments/payers/repository.ts", /private/],
  ["app/a/page.tsx", "#lib/platform/db/client.ts", /Only lib/],
  ["components/payer/a.tsx", "#lib/payments/model/schema.ts", /Only lib/],
  ["app/a/page.tsx", "#lib/merchants/accounts/service.ts", /lib\/services/],
  ["app/a/page.tsx", "../../lib/platform/money.ts", /#lib/],
  ["components/payer/a.tsx", "#lib/services/index.ts", /plain props/],
  ["components/payer/a.tsx", "#lib/next/request/text.ts", /plain props/],
  ["components/payer/a.tsx", "#lib/platform/configuration/env.ts", /plain props/],
  ["components/payer/a.tsx", "../ui/button.tsx", /Import \.\/x\.ts/],
  ["components/ui/a.tsx", "#components/payer/order.tsx", /no domain/],
  ["components/ui/a.tsx", "#lib/payments/transactions/transaction.ts", /no domain/],
  ["lib/merchants/accounts/a.ts", "#lib/banks/nextgenpsd2/connector.ts", /connector\.ts/],
  ["app/checkout/a.ts", "#lib/sandbox/bank/payment.ts", /sandbox/],
  ["lib/merchants/accounts/a.ts", "#components/ui/button.tsx", /no components/],
  ["lib/merchants/accounts/a.ts", "#lib/services/index.ts", /below/],
  ["lib/merchants/accounts/a.ts", "#lib/banks/connector.ts", /below/],
  ["lib/identity/users/a.ts", "#lib/payments/payers/details.ts", /below/],
  ["lib/platform/a.ts", "#lib/merchants/accounts/account.ts", /below/],
  ["lib/api/a.ts", "#lib/next/request/text.ts", /below/],
  ["lib/elsewhere/a.ts", "#lib/platform/values/money.ts", /below/],
  ["lib/merchants/accounts/a.ts", "../tokens/jwt.ts", /Import \.\/x\.ts/],
  ["lib/merchants/accounts/a.ts", "./../tokens/jwt.ts", /Import \.\/x\.ts/],
  ["lib/merchants/accounts/a.ts", "#lib/testing/database.ts", /for tests/],
  ["sdk/js/src/a.ts", "react-native", /stands alone/],
  ["sdk/js/src/a.ts", "../../../lib/platform/money.ts", /stands alone/],
  ["sdk/playwright/src/a.ts", "#lib/platform/values/money.ts", /stands alone/],
];

const ACCEPTED: [file: string, imported: string][] = [
  ["lib/next/server/main.ts", "#lib/next/light/light.ts"],
  ["lib/merchants/accounts/repository.ts", "drizzle-orm"],
  ["lib/merchants/accounts/due.sql.ts", "drizzle-orm"],
  ["lib/merchants/model/schema.ts", "drizzle-orm/pg-core"],
  ["lib/payments/model/payers.schema.ts", "drizzle-orm/pg-core"],
  ["lib/merchants/accounts/service.ts", "./repository.ts"],
  ["lib/merchants/accounts/service.test.ts", "#lib/testing/database.ts"],
  ["lib/merchants/accounts/service.test.ts", "#lib/services/index.ts"],
  ["lib/platform/db/client.ts", "pg"],
  ["lib/testing/database.ts", "@electric-sql/pglite"],
  ["lib/next/session.ts", "iron-session"],
  ["lib/services/banks.ts", "#lib/banks/nextgenpsd2/connector.ts"],
  ["lib/banks/directory/directory.ts", "#lib/banks/nextgenpsd2/connector.ts"],
  ["lib/webhooks/service.ts", "#lib/webhooks/endpoints/repository.ts"],
  ["lib/payments/attempts/a.ts", "#lib/payments/transactions/transaction.ts"],
  ["lib/services/worker-main.ts", "#lib/services/index.ts"],
  ["app/(sandbox)/sandbox/bank/actions.ts", "#lib/sandbox/bank/payment.ts"],
  ["app/checkout/page.tsx", "../order.ts"],
  ["components/ui/button.tsx", "react"],
  ["components/ui/dialog.tsx", "#lib/platform/i18n/messages/en.ts"],
  ["components/payer/order.tsx", "#components/ui/button.tsx"],
  ["sdk/js/src/a.ts", "./b.ts"],
];

const problemsOf = (file: string, imported: string) =>
  findProblems(importsOf(file, `import { x } from "${imported}";\n`));

for (const [file, imported, why] of REFUSED) {
  it(`refuses ${imported} in ${file}`, () => {
    assert.match(problemsOf(file, imported).join("\n"), why);
  });
}

for (const [file, imported] of ACCEPTED) {
  it(`accepts ${imported} in ${file}`, () => {
    assert.deepEqual(problemsOf(file, imported), []);
  });
}

it("sees imports of types, of several lines, for their effects, dynamic ones and exports", () => {
  const code = `import type { A } from "#lib/a.ts";
import {
  b,
  c,
} from "#lib/b.ts";
import "#lib/c.ts";
export { d } from "#lib/d.ts";
const e = await import("#lib/e.ts");
const text = 'from "#lib/f.ts"';
`;
  const targets = importsOf("lib/x.ts", code).map(({ target }) => target);
  assert.deepEqual(targets, ["lib/a.ts", "lib/b.ts", "lib/c.ts", "lib/d.ts", "lib/e.ts"]);
});

it("refuses rings of folders, types included", () => {
  const ring = [
    ["one", "two"],
    ["two", "three/inner"],
    ["three", "one"],
    ["apart", "one"],
  ].flatMap(([from, to]) =>
    importsOf(`lib/payments/${from}/a.ts`, `import type { X } from "#lib/payments/${to}/b.ts";\n`),
  );
  const places = findProblems(ring).map((problem) => problem.split(":", 1)[0]);
  assert.deepEqual(places, ["lib/payments/one", "lib/payments/two", "lib/payments/three"]);
});

it("takes a wing's loose files for a room", () => {
  const ring = [
    ["lib/payments/service.ts", "lib/payments/one/a.ts"],
    ["lib/payments/one/b.ts", "lib/payments/table.ts"],
  ].flatMap(([file = "", target]) => importsOf(file, `import { x } from "#${target}";\n`));
  const places = findProblems(ring).map((problem) => problem.split(":", 1)[0]);
  assert.deepEqual(places.sort(), ["lib/payments/loose files", "lib/payments/one"]);
});

it("refuses circles of files, types included, and names no file that only leads to one", () => {
  const circle = [
    ["one", "two"],
    ["two", "three"],
    ["three", "one"],
    ["before", "one"],
    ["two", "after"],
  ].flatMap(([from, to]) =>
    importsOf(`lib/payments/payers/${from}.ts`, `import type { X } from "./${to}.ts";\n`),
  );
  const files = findProblems(circle).map((problem) => problem.split(":", 1)[0]);
  const at = (name: string) => `lib/payments/payers/${name}.ts`;
  assert.deepEqual(files, [at("one"), at("two"), at("three")]);
});

it("refuses SQL that a page loads by way of others, but not its types", () => {
  const filesOf = (service: string) =>
    [
      importsOf("app/a/page.tsx", `import { a } from "#lib/next/a.ts";\n`),
      importsOf("lib/next/a.ts", service),
      importsOf("lib/merchants/tokens/service.ts", `import * as a from "./repository.ts";\n`),
      importsOf("lib/merchants/tokens/repository.ts", `import { sql } from "drizzle-orm";\n`),
    ].flat();
  const path = `from "#lib/merchants/tokens/service.ts";\n`;
  assert.deepEqual(findProblems(filesOf(`import type { A } ${path}`)), []);
  const problem = "lib/merchants/tokens/repository.ts: A page loads it, and SQL with it.";
  assert.deepEqual(findProblems(filesOf(`import { A } ${path}`)), [problem]);
});
