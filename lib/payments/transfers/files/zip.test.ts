import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { makeMt } from "#lib/testing/mt.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import { makeZip, type Zipped } from "#lib/testing/zip.ts";
import { readFiles } from "./read.ts";
import { createStatementReader } from "./reader.ts";

const REFERENCE = createCreditorReference("161803398874");
const IBAN = "NL91ABNA0417164300";
const XML = Buffer.from(makeStatement({ entries: [{ reference: REFERENCE }] }));

const task = (bytes: Uint8Array) => ({ name: "bank.zip", bytes, ibans: [IBAN] });
const read = async (...files: Zipped[]) => {
  const results = await readFiles(task(makeZip(files)));
  return results.map((each) => {
    if ("statement" in each) return [each.name, each.statement.kind];
    return [each.name, "problem" in each ? each.problem : "pain.002"];
  });
};
const refusals = (reading: Promise<unknown>) =>
  reading.then(
    () => assert.fail("it was read"),
    (error: unknown) => {
      if (isAppError(error)) return error.fields?.map(({ message }) => message);
      throw error;
    },
  );
const refused = (...files: Zipped[]) => refusals(readFiles(task(makeZip(files))));

describe("a ZIP of a bank's files", () => {
  it("is read file by file, and a bad one does not lose the good ones", async () => {
    const results = await read(
      { name: "2026/11/day.xml", bytes: XML },
      { name: "day.sta", bytes: Buffer.from(makeMt({ entries: [] })), isStored: true },
      { name: "../../etc/passwd", bytes: Buffer.from("root:x:0:0") },
      { name: "C:\\temp\\broken.xml", bytes: XML.subarray(0, -40) },
      { name: "secret.xml", bytes: XML, isEncrypted: true },
      { name: "wrong-sum.xml", bytes: XML, crc: 1 },
      { name: "inner.zip", bytes: makeZip([{ name: "x.xml", bytes: XML }]) },
      { name: "empty.xml", bytes: Buffer.alloc(0) },
      { name: "\u0007.xml", bytes: XML },
      { name: "2026/", bytes: Buffer.alloc(0), isStored: true },
      { name: "__MACOSX/._day.xml", bytes: Buffer.from("x") },
      { name: ".DS_Store", bytes: Buffer.from("x") },
    );
    assert.deepEqual(results, [
      ["day.xml", "camt.053"],
      ["day.sta", "mt940"],
      ["passwd", "statement_kind"],
      ["broken.xml", "statement_xml"],
      ["secret.xml", "statement_zip_encrypted"],
      ["wrong-sum.xml", "statement_zip"],
      ["inner.zip", "statement_zip_nested"],
      ["empty.xml", "statement_missing"],
      ["file 9", "camt.053"],
    ]);
  });

  it("is read in the thread, even if it is small", async () => {
    const [first] = await createStatementReader()(task(makeZip([{ name: "x.xml", bytes: XML }])));
    assert.ok(first && "statement" in first);
    assert.equal(first.statement.credits[0]?.reference, REFERENCE);
  });

  it("is refused with every reason if nothing in it can be read", async () => {
    const text = Buffer.from("hello");
    const nested = { name: "x.zip", bytes: makeZip([{ name: "x.xml", bytes: XML }]) };
    assert.deepEqual(
      await refused({ name: "a", bytes: text }, { name: "b", bytes: text }, nested),
      ["statement_kind", "statement_zip_nested"],
    );
    assert.deepEqual(await refused(), ["statement_zip_empty"]);
    assert.deepEqual(await refused({ name: "x/", bytes: Buffer.alloc(0) }), [
      "statement_zip_empty",
    ]);
  });

  it("is refused if it is damaged anywhere", async () => {
    const whole = makeZip([{ name: "x.xml", bytes: XML }]);
    for (let length = 4; length < whole.length; length += 37) {
      assert.deepEqual(await refusals(readFiles(task(whole.subarray(0, length)))), [
        "statement_zip",
      ]);
    }
    const changed = Buffer.from(whole);
    changed.fill(0xff, 60, 90);
    assert.deepEqual(await refusals(readFiles(task(changed))), ["statement_zip"]);
  });
});

describe("a ZIP that is a bomb", () => {
  const MEGABYTE = 1024 * 1024;
  const blanks = (bytes: number) => Buffer.alloc(bytes, 32);
  const cpuMs = () => process.cpuUsage().user / 1000;

  it("is refused by what it declares, before anything is decompressed", async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `${at}.xml`, bytes: XML }));
    assert.deepEqual(await refused(...many), ["statement_too_many"]);
    const large = Array.from({ length: 9 }, (_, at) => ({
      name: `${at}`,
      bytes: blanks(MEGABYTE),
    }));
    const began = cpuMs();
    assert.deepEqual(await refusals(readFiles(task(makeZip(large)))), ["statement_zip_too_large"]);
    assert.ok(cpuMs() - began < 500);
    assert.deepEqual(await refused({ name: "x", bytes: blanks(2 * MEGABYTE + 1) }), [
      "statement_too_large",
    ]);
    assert.deepEqual(await refused({ name: "x", bytes: blanks(2 * MEGABYTE) }), [
      "statement_zip_ratio",
    ]);
    assert.deepEqual(await refused({ name: "x", bytes: blanks(0), declared: 4_000_000_000 }), [
      "statement_zip_too_large",
    ]);
  });

  it("can't give more than it declares", async () => {
    // 64 MB, declared as 1,000 bytes.
    const liar = { name: "x.xml", bytes: blanks(64 * MEGABYTE), declared: 1000 };
    const archive = makeZip([liar, { name: "good.xml", bytes: XML }]);
    const began = [cpuMs(), process.memoryUsage().rss] as const;
    const results = await readFiles(task(archive));
    assert.ok(cpuMs() - began[0] < 500);
    assert.ok(process.memoryUsage().rss - began[1] < 30 * MEGABYTE);
    assert.deepEqual(
      results.map((each) => ("problem" in each ? each.problem : each.name)),
      ["statement_zip", "good.xml"],
    );
  });
});
