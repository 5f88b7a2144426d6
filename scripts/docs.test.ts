import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";

// Decisions tell what was, at their date.
const DOCUMENTS = ["README.md", ...globSync("docs/*.md"), ...globSync("sdk/*/README.md")];

/** Links to files of the project, and files named in code, as paths from its root. */
function namedFiles(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)].map(([, target = ""]) =>
    join(dirname(document), target),
  );
  const names = [
    ...text.matchAll(/`((?:app|components|lib|e2e|bench|scripts|sdk|docs)\/[^\s`*…<>{}]+\.\w+)`/g),
  ].map(([, name = ""]) => name);
  return [...links, ...names];
}

describe("documents", () => {
  for (const document of DOCUMENTS) {
    it(`${document} names files there are`, () => {
      const named = namedFiles(document, readFileSync(document, "utf8"));
      assert.deepEqual(
        named.filter((file) => !existsSync(file)),
        [],
      );
    });
  }

  it("would be found to name what there is not", () => {
    const text =
      "See [this](gone.md) and `lib/gone.ts`, not `lib/…/x.ts` or [that](https://x.example).";
    assert.deepEqual(namedFiles("docs/some.md", text), ["docs/gone.md", "lib/gone.ts"]);
  });
});
