import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

const FILES = globSync(["{app,components}/**/*.{tsx,css}", "components/**/*.ts"]);

// Tailwind utilities and CSS properties for sides of the screen, not of the text.
const PHYSICAL = [
  /^-?(?:m|p|scroll-m|scroll-p)[lr]-/,
  /^-?(?:left|right)-/,
  /^(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?:-|$)/,
  /^(?:text|float|clear)-(?:left|right)$/,
  /^(?:object|origin|bg|mask)-(?:.*-)?(?:left|right)(?:-|$)/,
  /^-?(?:translate|space)-x-/,
  /^(?:bg|mask)-(?:gradient|linear|conic)-to-(?:[lr]|[tb][lr])$/,
];
const PHYSICAL_PROPERTY =
  /^\s*(?:(?:margin|padding|border|scroll-margin|scroll-padding)-)?(?:left|right)(?:-\w+)?:|translateX\(/;

const POINTING =
  /<Icon of=\{(?:(?:Arrow|Chevron|Move|Corner)\w*(?:Left|Right)\w*|ExternalLink)\}[^>]*>/g;

/** Parts that stay in place in a right-to-left page. */
function stuck(line: string): string[] {
  const isMirrored = /\brtl:/.test(line);
  const tokens = line
    .split(/[\s"'`]+/)
    .map((token) => token.replace(/^(?:[a-z0-9-]+:)+(?=\S)/, ""));
  const sided = tokens.filter((token) => PHYSICAL.some((pattern) => pattern.test(token)));
  sided.push(...(PHYSICAL_PROPERTY.exec(line) ?? []));
  const icons = (line.match(POINTING) ?? []).filter((icon) => !/\spoints\b/.test(icon));
  return [...(isMirrored ? [] : sided), ...icons];
}

describe("direction", () => {
  it("is not in the styles of pages, which use logical sides", () => {
    const found = FILES.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, at) => stuck(line).map((token) => `${file}:${at + 1} ${token}`)),
    );
    assert.ok(FILES.length > 100);
    assert.deepEqual(found, []);
  });

  const sided = [
    'className="ml-2 flex"',
    'className="sm:-mr-2"',
    'className="absolute left-0"',
    'className="text-left"',
    'className="hover:rounded-l"',
    'className="border-r-2"',
    'className="object-left"',
    'className="bg-linear-to-r"',
    "  padding-left: 1rem;",
    "<Icon of={ChevronRight} size={16} />",
  ];
  for (const line of sided) {
    it(`is found in ${line.trim()}`, () => assert.equal(stuck(line).length, 1));
  }

  const free = [
    'className="ms-2 pe-4 start-0 rounded-soft border-line text-start"',
    'className="object-left rtl:object-right"',
    "<Icon of={ChevronRight} points />",
    "const left = rest.right;",
  ];
  for (const line of free) {
    it(`is not found in ${line}`, () => assert.deepEqual(stuck(line), []));
  }
});
