import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { makeLargestStatement, makeStatement } from "#lib/testing/statements.ts";
import { readPlain } from "./read.ts";
import { createStatementReader } from "./reader.ts";

const REFERENCE = createCreditorReference("100000000001");

const taskOf = (bytes: Uint8Array) => ({ name: "x.xml", bytes, ibans: ["NL91ABNA0417164300"] });
const LARGEST = taskOf(Buffer.from(makeLargestStatement()));

const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error: unknown) => {
      if (isAppError(error)) return [error.code, error.fields?.[0]?.message];
      throw error;
    },
  );

describe("the reader of banks' files", () => {
  it("gives the same result in a thread as in place", async () => {
    const read = createStatementReader();
    assert.deepEqual(await read(LARGEST), readPlain(LARGEST));
    const small = taskOf(Buffer.from(makeStatement({ entries: [{ reference: REFERENCE }] })));
    assert.deepEqual(await read(small), readPlain(small));
  });

  it("does not block the process with the largest file", async () => {
    const read = createStatementReader();
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    try {
      await read(LARGEST);
    } finally {
      clearInterval(ticking);
    }
    // Reading in place would leave none.
    assert.ok(turns >= 10, `${turns} turns`);
  });

  it("refuses with the same words in a thread as in place", async () => {
    const read = createStatementReader();
    const padding = `<!--${"x".repeat(10_000)}-->`.repeat(10);
    const whole = makeStatement({ entries: [{ reference: REFERENCE }] });
    const damaged = taskOf(Buffer.from(`${whole.slice(0, -20)}${padding}`));
    const typed = taskOf(
      Buffer.from(whole.replace("<Document", `<!DOCTYPE x>${padding}<Document`)),
    );
    assert.deepEqual(await reasonOf(read(damaged)), ["invalid_request", "statement_xml"]);
    assert.deepEqual(await reasonOf(read(typed)), ["invalid_request", "statement_doctype"]);
  });

  it("ends a file that takes too long or too much memory, and reads the next", async () => {
    const heavy = ["invalid_request", "statement_too_heavy"];
    const hurried = createStatementReader({ ms: 1, megabytes: 128 });
    assert.deepEqual(await reasonOf(hurried(LARGEST)), heavy);
    assert.deepEqual(await reasonOf(hurried(LARGEST)), heavy);
    const narrow = createStatementReader({ ms: 60_000, megabytes: 12 });
    assert.deepEqual(await reasonOf(narrow(LARGEST)), heavy);
  });

  it("queues four files, and refuses more", async () => {
    const read = createStatementReader();
    const file = taskOf(
      Buffer.from(makeStatement({ entries: Array(60).fill({ reference: REFERENCE }) })),
    );
    const all = Array.from({ length: 5 }, () => reasonOf(read(file)));
    assert.deepEqual(await reasonOf(read(file)), ["too_many_requests", "statement_busy"]);
    assert.deepEqual(await Promise.all(all), Array(5).fill(undefined));
    // A small file waits for no other.
    const small = taskOf(Buffer.from(makeStatement({ entries: [{ reference: REFERENCE }] })));
    const busy = Array.from({ length: 5 }, () => read(file));
    assert.equal(await reasonOf(read(small)), undefined);
    await Promise.all(busy);
  });
});
