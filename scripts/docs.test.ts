import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { z } from "zod";
import { WEBHOOK_TYPES } from "#lib/webhooks/model/event-types.ts";

// The changelog and decisions describe the past.
const DOCUMENTS = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"],
  ...globSync([
    "docs/*.md",
    "docs/apps/*.md",
    "sdk/*/README.md",
    "examples/*/README.md",
    ".github/*.md",
  ]),
];
const LAYOUTS = ["README.md", "CONTRIBUTING.md"];
const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });

/** Of the project, and of the example that the document describes. */
function scriptsFor(document: string): string[] {
  const packages = ["package.json", join(dirname(document), "package.json")];
  const isExample = document.startsWith("examples/");
  return packages
    .slice(0, isExample ? 2 : 1)
    .flatMap((path) =>
      Object.keys(packageSchema.parse(JSON.parse(readFileSync(path, "utf8"))).scripts),
    );
}

/** From the root, or from the example's folder. */
function exists(document: string, file: string): boolean {
  const inExample = document.startsWith("examples/") && existsSync(join(dirname(document), file));
  return inExample || existsSync(file);
}

function namedFiles(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)].map(([, target = ""]) =>
    join(dirname(document), target),
  );
  const names = [
    ...text.matchAll(/`((?:app|components|lib|e2e|bench|scripts|sdk|docs)\/[^\s`*…<>{}]+\.\w+)`/g),
  ].map(([, name = ""]) => name);
  return [...links, ...names];
}

function deadAnchors(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(((?!https?:)[^)\s#]*)#([^)\s]+)\)/g)];
  return links
    .filter(([, target = "", anchor = ""]) => {
      const linked = target ? readFileSync(join(dirname(document), target), "utf8") : text;
      return !headings(linked).includes(anchor);
    })
    .map(([link]) => link);
}

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function namedScripts(text: string): string[] {
  return [...text.matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)].map(([, name = ""]) => name);
}

/** Files and folders of the layout, each below a folder before it. */
function missingPlaces(text: string): string[] {
  const [, layout = ""] = /^```\n(app\/[^`]+)```$/m.exec(text) ?? [];
  assert.notEqual(layout, "");
  const places = [...layout.matchAll(/(?<=^|\s)(?:[\w-]+\/)+(?=[\s;]|$)|\b[\w-]+\.(?:ts|md)\b/gm)];
  const roots = [".", "lib", "components", "sdk", "e2e", "docs"];
  return places
    .map(([place]) => place)
    .filter((place) => !roots.some((root) => existsSync(join(root, place))));
}

function namedEvents(text: string): string[] {
  return [...text.matchAll(/["'`]((?:transaction|refund|endpoint|link)\.[a-z_]+)["'`]/g)].map(
    ([, type = ""]) => type,
  );
}

describe("documents", () => {
  for (const document of DOCUMENTS) {
    it(`${document} names files that exist`, () => {
      const named = namedFiles(document, readFileSync(document, "utf8"));
      assert.deepEqual(
        named.filter((file) => !exists(document, file)),
        [],
      );
    });

    it(`${document} names headings and npm scripts that exist`, () => {
      const text = readFileSync(document, "utf8");
      assert.deepEqual(deadAnchors(document, text), []);
      assert.deepEqual(
        namedScripts(text).filter((name) => !scriptsFor(document).includes(name)),
        [],
      );
    });
  }

  for (const document of LAYOUTS) {
    it(`${document} shows a layout of folders and files that exist`, () => {
      assert.deepEqual(missingPlaces(readFileSync(document, "utf8")), []);
    });
  }

  it("name only existing event types, and docs/webhooks.md all of them", () => {
    const known: readonly string[] = WEBHOOK_TYPES;
    for (const file of [...DOCUMENTS, ...globSync("lib/console/snippets/*.ts")]) {
      const named = namedEvents(readFileSync(file, "utf8"));
      assert.deepEqual(
        named.filter((type) => !known.includes(type)),
        [],
        file,
      );
    }
    const described = new Set(namedEvents(readFileSync("docs/webhooks.md", "utf8")));
    assert.deepEqual([...described].sort(), [...known].sort());
    assert.deepEqual(namedEvents("if (type === 'transaction.refunded')"), ["transaction.refunded"]);
  });

  it("are reported if they name missing things", () => {
    const text =
      "See [this](gone.md) and `lib/gone.ts`, not `lib/…/x.ts` or [that](https://x.example).";
    assert.deepEqual(namedFiles("docs/some.md", text), ["docs/gone.md", "lib/gone.ts"]);
    const links = "# One, two\n[here](#one-two) [gone](#three) [there](../README.md#gone)";
    assert.deepEqual(deadAnchors("docs/some.md", links), ["](#three)", "](../README.md#gone)"]);
    assert.deepEqual(namedScripts("`npm run -s gone` or npm run test:gone"), ["gone", "test:gone"]);
    assert.deepEqual(missingPlaces("```\napp/  URLs\n  gone/  gone.ts  ui/\n```"), [
      "gone/",
      "gone.ts",
    ]);
  });
});
