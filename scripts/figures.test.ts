import assert from "node:assert/strict";
import { it } from "node:test";
import ts from "typescript-6";
import { commentWords, functionsOf } from "./figures.ts";

const parse = (code: string) => ts.createSourceFile("a.tsx", code, ts.ScriptTarget.Latest, true);

it("counts words of comments, but not of code, strings and page text", () => {
  const tree = parse(`/** Two words. */
export const a = "// no"; // one
const b = <p>// no {/* three more words */}</p>;
const c = /\\/\\/ no/; // – 2
// last
`);
  assert.equal(commentWords(tree), 8);
});

it("measures functions with blank lines, comments and inner functions", () => {
  const tree = parse("function a() {\n\n  // b\n  const c = () => {\n  };\n}\n");
  const found = functionsOf({ file: "a.ts", tree });
  assert.deepEqual(found, [
    { name: "a.ts a", lines: 6 },
    { name: "a.ts c", lines: 2 },
  ]);
});
