import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { it } from "node:test";

// CONTRIBUTING.md lists them with the words to use instead.
const DOCUMENTS = globSync([
  "README.md",
  "SECURITY.md",
  "docs/**/*.md",
  "sdk/*/README.md",
  "sdk/vectors/README.md",
  "examples/*/README.md",
]);
const CODE = globSync("{app,bench,components,e2e,examples,lib,scripts,sdk}/**/*.{ts,tsx}", {
  exclude: ["**/dist/**", "scripts/words.test.ts"],
});
const API_TEXTS = [
  "lib/platform/failures/errors.ts",
  ...globSync("lib/api/**/*.ts", { exclude: ["**/*.test.ts"] }),
];

const SHOPPER = "checkout,common,failure,handover,languages,payer,receipt,transfer";
const MESSAGES = globSync(["lib/platform/i18n/messages/en/*.ts", "scripts/operator/*.ts"], {
  exclude: [`lib/platform/i18n/messages/en/{${SHOPPER}}.ts`, "**/*.test.ts"],
});

const OLD =
  /\b(?:[Ww]hoever|[Ww]hatever|[Nn]obody|[Aa]new|be it|[Mm]end(?:s|ed)?|[Ww]hat (?:came|became) of|[Tt]old)\b/g;
const OLD_IN_MESSAGES = new RegExp(
  `${OLD.source}|\\b(?:[Ss]omebody|[Aa]nybody|[Bb]y itself|[Oo]f its own|[Aa]fresh|stands|Please)\\b`,
  "g",
);

/** The old words in `text`, each with its line. */
function oldWords(file: string, text: string, words = OLD): string[] {
  return text
    .split("\n")
    .flatMap((line, at) => (line.match(words) ?? []).map((word) => `${file}:${at + 1} ${word}`));
}

/** A file with nothing but its comments; lines stay where they are. */
function commentsOf(code: string): string {
  const parts =
    /\/\*[\s\S]*?\*\/|(?<=^|[\s;,{(])\/\/[^\n]*|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"|[^/`"\n]+|./g;
  return code.replace(parts, (part) => (/^\/[/*]/.test(part) ? part : part.replace(/[^\n]/g, "")));
}

it("documents avoid the words that were given up", () => {
  assert.ok(DOCUMENTS.length > 20);
  assert.deepEqual(
    DOCUMENTS.flatMap((file) => oldWords(file, readFileSync(file, "utf8"))),
    [],
  );
});

it("comments avoid them", () => {
  assert.ok(CODE.length > 1000);
  assert.deepEqual(
    CODE.flatMap((file) => oldWords(file, commentsOf(readFileSync(file, "utf8")))),
    [],
  );
});

it("texts of the API avoid them", () => {
  assert.deepEqual(
    API_TEXTS.flatMap((file) => oldWords(file, readFileSync(file, "utf8"))),
    [],
  );
});

it("texts of the console, e-mails, demo and operator avoid them", () => {
  assert.ok(MESSAGES.length > 20);
  assert.deepEqual(
    MESSAGES.flatMap((file) => oldWords(file, readFileSync(file, "utf8"), OLD_IN_MESSAGES)),
    [],
  );
});

it("finds them in comments only", () => {
  const code = 'const a = "nobody"; // Whoever\n/* anew\n told */ const b = `/* mend */`;\n';
  assert.deepEqual(oldWords("x", commentsOf(code)), ["x:1 Whoever", "x:2 anew", "x:3 told"]);
});
