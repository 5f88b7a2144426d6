import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { WEBHOOK_TYPES } from "#lib/webhooks/event-types.ts";

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

/** Event types that a text names, in code or as a value. */
function namedEvents(text: string): string[] {
  return [...text.matchAll(/["'`]((?:transaction|endpoint)\.[a-z_]+)["'`]/g)].map(
    ([, type = ""]) => type,
  );
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

  it("name event types there are, and docs/webhooks.md all of them", () => {
    const known: readonly string[] = WEBHOOK_TYPES;
    for (const file of [...DOCUMENTS, ...globSync("lib/snippets/*.ts")]) {
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

  it("would be found to name what there is not", () => {
    const text =
      "See [this](gone.md) and `lib/gone.ts`, not `lib/…/x.ts` or [that](https://x.example).";
    assert.deepEqual(namedFiles("docs/some.md", text), ["docs/gone.md", "lib/gone.ts"]);
  });
});
