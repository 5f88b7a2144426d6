import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { readReport } from "./report.ts";

const folder = mkdtempSync(join(tmpdir(), "bankside-report-"));
after(() => rmSync(folder, { recursive: true }));

function read(xml: string, code = 0) {
  const file = join(folder, "report.xml");
  writeFileSync(file, xml);
  return readReport(file, "sdk/ios", code);
}

describe("a report of native tests", () => {
  it("has every test of nested suites, with its outcome", () => {
    const { code, results } = read(
      `<testsuites><testsuite name="all"><testcase classname="A" name="one" time="0.5"/>
        <testsuite name="inner"><testcase name="two"><failure message="no">at</failure></testcase></testsuite>
        <testcase name="three"><skipped/></testcase><testcase name="four"><error/></testcase>
      </testsuite></testsuites>`,
    );
    assert.equal(code, 0);
    assert.deepEqual(
      results.map(({ outcome, name, ms }) => [outcome, name, ms]),
      [
        ["passed", "all › A › one", 500],
        ["skipped", "all › three", 0],
        ["failed", "all › four", 0],
        ["failed", "all › inner › two", 0],
      ],
    );
  });

  it("reads a single suite at the root", () => {
    const { results } = read(`<testsuite name="s"><testcase name="one"/></testsuite>`);
    assert.deepEqual(
      results.map(({ name }) => name),
      ["s › one"],
    );
  });

  it("fails without tests, without a file, and if the run failed", () => {
    assert.equal(read("<testsuites/>").code, 1);
    assert.equal(readReport(join(folder, "none.xml"), "sdk/ios", 0).code, 1);
    assert.equal(read(`<testsuite><testcase name="one"/></testsuite>`, 3).code, 3);
  });
});
