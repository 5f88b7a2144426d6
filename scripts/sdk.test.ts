import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { compileSdk, problemsOf } from "./sdk.ts";

const TSC = resolve("node_modules/typescript/bin/tsc");

// An app's platforms, without browser or Node types.
const CONSUMER = `
const launcher = createExpoLauncher({
  openAuthSessionAsync: async (url: string, back?: string | null) => ({ type: "success", url: url + back }) as
    { type: "success"; url: string } | { type: "cancel" | "dismiss" },
});
const { initiatePayment } = createBankside({ baseUrl: "https://pay.example/api", launcher });
export async function pay(token: string): Promise<"paid" | "later"> {
  const { status, transactionId } = await initiatePayment("12.50", token, { cart: 7 }, "myapp", { externalId: "o-7" });
  const id: string = transactionId;
  return status === "succeeded" && id ? "paid" : "later";
}
export const cents: number = parseAmount("12.50");
export const code = (error: unknown) => isBanksideError(error) ? error.errors[0]?.path ?? error.code : "other";
// @ts-expect-error an amount is a string
initiatePayment(12.5, "token");
// @ts-expect-error a closed view is no status of its own
export const closed: boolean = parseOutcome(undefined, "myapp").status === "closed";
export const props = createWebViewPayment("https://pay.example", { openExternally: () => true, onReturn: () => {} });
export const other = createCapacitorLauncher;
export const third = createBrowserLauncher;
`;

const ENTRIES: [path: string, names: string][] = [
  ["@bankside/js", "createBankside, parseAmount, parseOutcome, isBanksideError"],
  ["@bankside/js/expo", "createExpoLauncher"],
  ["@bankside/js/react-native", "createWebViewPayment"],
  ["@bankside/js/capacitor", "createCapacitorLauncher"],
  ["@bankside/js/browser", "createBrowserLauncher"],
];

// For tools that ignore `exports`, such as React Native before 0.79.
const FOLDERS = ["browser", "capacitor", "expo", "react-native"];

const asImports = ENTRIES.map(([path, names]) => `import { ${names} } from "${path}";`).join("\n");
const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  lib: ["ES2022"],
  target: "ES2022",
  types: [],
};

describe("the package of the SDK", () => {
  let app = "";
  let installed = "";

  before(async () => {
    app = realpathSync(mkdtempSync(join(tmpdir(), "bankside-sdk-")));
    installed = join(app, "node_modules/@bankside/js");
    mkdirSync(installed, { recursive: true });
    copyFileSync("sdk/js/package.json", join(installed, "package.json"));
    for (const folder of FOLDERS) {
      cpSync(join("sdk/js", folder), join(installed, folder), { recursive: true });
    }
    assert.equal(await compileSdk(join(installed, "dist")), 0);
  });
  after(() => rmSync(app, { recursive: true, force: true }));

  const run = (args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: app,
      encoding: "utf8",
    });
    return { status, output: `${stdout}${stderr}` };
  };

  /** Compiles like an app, in one of TypeScript's module resolution modes. */
  function compile(file: string, code: string, how: object) {
    writeFileSync(join(app, file), code);
    const compilerOptions = { ...OPTIONS, ...how };
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
    return run([TSC, "--project", app]);
  }

  const nodeNext = { module: "nodenext", moduleResolution: "nodenext" };
  const bundler = { module: "esnext", moduleResolution: "bundler" };
  const ways: [string, string, object][] = [
    ["an ES module", "app.mts", nodeNext],
    ["a CommonJS module", "app.cts", nodeNext],
    ["a bundled app", "app.ts", bundler],
    ["a React Native app", "app.ts", { ...bundler, customConditions: ["react-native"] }],
  ];
  for (const [what, file, how] of ways) {
    it(`has types for ${what} that need no types of a browser or of Node`, () => {
      assert.deepEqual(compile(file, `${asImports}\n${CONSUMER}`, how), { status: 0, output: "" });
    });
  }

  it("has types that reject a wrong use", () => {
    const wrong = 'import { parseAmount } from "@bankside/js";\nparseAmount(12.5);\n';
    assert.match(compile("wrong.mts", wrong, nodeNext).output, /TS2345/);
  });

  const uses = 'console.log(parseAmount("12.5"))';
  it("can be imported", () => {
    writeFileSync(join(app, "run.mjs"), `${asImports}\n${uses}`);
    assert.deepEqual(run(["run.mjs"]), { status: 0, output: "1250\n" });
  });

  it("can be required as CommonJS", () => {
    const required = ENTRIES.map(([path, names]) => `const { ${names} } = require("${path}");`);
    writeFileSync(join(app, "run.cjs"), [...required, uses].join("\n"));
    // Newer Node can require ES modules, which must not be why this works.
    assert.deepEqual(run(["--no-experimental-require-module", "run.cjs"]), {
      status: 0,
      output: "1250\n",
    });
  });

  it("has a folder with types for each entry, for tools that ignore `exports`", () => {
    // A folder resolves by `main` and `types`, without `exports`.
    const imports = asImports.replaceAll('"@bankside/js', '"./node_modules/@bankside/js');
    assert.deepEqual(compile("app.ts", `${imports}\n${CONSUMER}`, bundler), {
      status: 0,
      output: "",
    });
    for (const [path, names] of ENTRIES) {
      const folder = join(app, "node_modules", path);
      const code = `const { ${names} } = require(${JSON.stringify(folder)}); console.log(typeof ${names.split(",")[0]})`;
      assert.deepEqual(run(["--no-experimental-require-module", "--eval", code]), {
        status: 0,
        output: "function\n",
      });
    }
  });

  it("is packed with all its entries", () => {
    const { files } = JSON.parse(readFileSync("sdk/js/package.json", "utf8"));
    assert.deepEqual(files, [...FOLDERS, "dist"].sort());
    const entries = ENTRIES.map(([path]) => path.split("/")[2]).filter((entry) => entry);
    assert.deepEqual(entries.sort(), FOLDERS);
  });

  it("can be published: the checker of packages finds nothing", async () => {
    assert.deepEqual(await problemsOf(installed), []);
  });

  it("is refused by the checker with a file missing", async () => {
    rmSync(join(installed, "dist/cjs/expo.js"));
    assert.notDeepEqual(await problemsOf(installed), []);
  });
});
