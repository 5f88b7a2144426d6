import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { codeBlocks } from "./code-blocks.ts";
import { REACT_CONSUMER } from "./react-consumer.ts";
import { compileEmbedPackage, problemsOf } from "./sdk.ts";

const TSC = resolve("node_modules/typescript/bin/tsc");
/** In bytes after gzip. */
const BUDGET = 6_100;

const CONSUMER = `
import { type CheckoutEvent, type CheckoutHandle, defineCheckoutElement, mount } from "@bankside/embed";
const pay: CheckoutHandle = mount(document.body, {
  redirectUrl: "https://pay.example/checkout?reference=r",
  display: "dialog",
  onEvent(event: CheckoutEvent) {
    if (event.type === "outcome" && event.status === "succeeded") event.preventDefault();
    if (event.type === "state") event.state.trim();
    if (event.type === "escape") pay.close();
  },
});
export const isClosed: boolean = pay.close();
defineCheckoutElement();
document.querySelector("bankside-checkout")?.open();
document.addEventListener("bankside:outcome", ({ detail }) => detail.returnUrl?.trim());
// @ts-expect-error a checkout has an address
mount(document.body, {});
`;

const SERVER_RENDERED = `
import { BanksideCheckout } from "@bankside/embed/react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
const redirectUrl = "https://pay.example/checkout?reference=r";
console.log(renderToStaticMarkup(createElement(BanksideCheckout, { redirectUrl, className: "pay", title: "Pay" })));
console.log(renderToStaticMarkup(createElement(BanksideCheckout, { redirectUrl, display: "dialog" })));
`;

function readmeSample(language: "ts" | "tsx"): string {
  const [sample = ""] = codeBlocks("sdk/embed/README.md", language);
  return `declare const redirectUrl: string; declare function track(status: string): void;\n${sample}`;
}

describe("the package of the embed script", () => {
  let shop = "";
  let installed = "";

  before(async () => {
    shop = realpathSync(mkdtempSync(join(tmpdir(), "bankside-embed-")));
    installed = join(shop, "node_modules/@bankside/embed");
    mkdirSync(installed, { recursive: true });
    copyFileSync("sdk/embed/package.json", join(installed, "package.json"));
    mkdirSync(join(shop, "node_modules/@types"));
    for (const name of ["react", "react-dom", "@types/react"]) {
      symlinkSync(resolve("node_modules", name), join(shop, "node_modules", name));
    }
    assert.equal(await compileEmbedPackage(join(installed, "dist")), 0);
  });
  after(() => rmSync(shop, { recursive: true, force: true }));

  const run = (args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: shop,
      encoding: "utf8",
    });
    return { status, output: `${stdout}${stderr}` };
  };

  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ]) {
    it(`has types (${moduleResolution})`, () => {
      writeFileSync(join(shop, "shop.mts"), CONSUMER);
      writeFileSync(join(shop, "readme.mts"), readmeSample("ts"));
      writeFileSync(join(shop, "react.tsx"), REACT_CONSUMER);
      writeFileSync(join(shop, "readme-react.tsx"), readmeSample("tsx"));
      const lib = ["ES2022", "DOM", "DOM.Iterable"];
      const how = {
        strict: true,
        noEmit: true,
        target: "ES2022",
        lib,
        types: [],
        jsx: "react-jsx",
      };
      const compilerOptions = { ...how, module, moduleResolution };
      writeFileSync(join(shop, "package.json"), '{ "type": "module" }');
      const files = ["shop.mts", "readme.mts", "react.tsx", "readme-react.tsx"];
      const project = { compilerOptions, files };
      writeFileSync(join(shop, "tsconfig.json"), JSON.stringify(project));
      assert.deepEqual(run([TSC, "--project", shop]), { status: 0, output: "" });
    });
  }

  it("can be imported without a page, as on a server", () => {
    const code =
      'import { defineCheckoutElement, mount } from "@bankside/embed"; defineCheckoutElement(); console.log(typeof mount);';
    writeFileSync(join(shop, "server.mjs"), code);
    assert.deepEqual(run(["server.mjs"]), { status: 0, output: "function\n" });
  });

  it("is rendered by React on a server as a frame, without a dialog", () => {
    writeFileSync(join(shop, "render.mjs"), SERVER_RENDERED);
    assert.deepEqual(run(["render.mjs"]), {
      status: 0,
      output:
        '<div class="pay"><iframe src="https://pay.example/checkout?reference=r" title="Pay" width="100%" height="760" allow="clipboard-write; web-share" referrerPolicy="strict-origin"></iframe></div>\n<div></div>\n',
    });
  });

  it(`has a script of at most ${BUDGET} bytes (gzip), in plain letters`, (t) => {
    const bytes = readFileSync(join(installed, "dist/embed.js"));
    const { length } = gzipSync(bytes, { level: 9 });
    t.diagnostic(`embed.js: ${length} bytes (gzip), ${bytes.length} bytes`);
    assert.ok(length <= BUDGET, `${length} bytes`);
    assert.ok(bytes.every((byte) => byte < 128));
  });

  it("has a script that defines only one global name", () => {
    const defined: string[] = [];
    const window: Record<string, unknown> = {};
    const customElements = { get: () => undefined, define: (name: string) => defined.push(name) };
    const page = { window, customElements, HTMLElement: class {} };
    const before = Object.keys(page);
    runInNewContext(readFileSync(join(installed, "dist/embed.js"), "utf8"), page);
    assert.deepEqual(Object.keys(page), before);
    assert.deepEqual(Object.keys(window), ["Bankside"]);
    assert.deepEqual(defined, ["bankside-checkout"]);
  });

  it("refers to the contract's schema in the repository", () => {
    const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
    assert.deepEqual(
      read(join(installed, "dist/messages.schema.json")),
      read("lib/payments/checkout/frame-messages.schema.json"),
    );
    assert.ok(existsSync("sdk/embed/README.md"));
  });

  it("can be published: the checker of packages finds nothing", async () => {
    assert.deepEqual(await problemsOf(installed), []);
  });

  it("is refused by the checker with a file missing", async () => {
    rmSync(join(installed, "dist/embed.js"));
    assert.notDeepEqual(await problemsOf(installed), []);
  });
});
