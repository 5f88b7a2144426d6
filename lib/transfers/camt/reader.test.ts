import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { isAppError } from "#lib/errors.ts";
import { makeLargestStatement, makeStatement } from "#lib/testing/statements.ts";
import { createCreditorReference } from "#lib/transfers/creditor-reference.ts";
import { readStatement, type Statement } from "./read.ts";
import { createStatementReader } from "./reader.ts";

const REFERENCE = createCreditorReference("100000000001");
const LARGEST = Buffer.from(makeLargestStatement());

const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error: unknown) => {
      if (isAppError(error)) return [error.code, error.fields?.[0]?.message];
      throw error;
    },
  );

describe("the reader of banks' files", () => {
  it("reads the same in a thread as in place", async () => {
    const read = createStatementReader();
    assert.deepEqual(await read(LARGEST), readStatement(LARGEST));
    const small = Buffer.from(makeStatement({ entries: [{ reference: REFERENCE }] }));
    assert.deepEqual(await read(small), readStatement(small));
  });

  it("lets all else go on while it reads a file as large as can be", async () => {
    const read = createStatementReader();
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    try {
      await read(LARGEST);
    } finally {
      clearInterval(ticking);
    }
    // Read in place, the file leaves none.
    assert.ok(turns >= 10, `${turns} turns`);
  });

  it("refuses in a thread with the same words as in place", async () => {
    const read = createStatementReader();
    const padding = `<!--${"x".repeat(10_000)}-->`.repeat(10);
    const whole = makeStatement({ entries: [{ reference: REFERENCE }] });
    const damaged = Buffer.from(`${whole.slice(0, -20)}${padding}`);
    const typed = Buffer.from(whole.replace("<Document", `<!DOCTYPE x>${padding}<Document`));
    assert.deepEqual(await reasonOf(read(damaged)), ["invalid_request", "statement_xml"]);
    assert.deepEqual(await reasonOf(read(typed)), ["invalid_request", "statement_doctype"]);
  });

  it("ends one that takes too long or too much memory, and reads the next", async () => {
    const heavy = ["invalid_request", "statement_too_heavy"];
    const hurried = createStatementReader({ ms: 1, megabytes: 128 });
    assert.deepEqual(await reasonOf(hurried(LARGEST)), heavy);
    assert.deepEqual(await reasonOf(hurried(LARGEST)), heavy);
    const narrow = createStatementReader({ ms: 60_000, megabytes: 12 });
    assert.deepEqual(await reasonOf(narrow(LARGEST)), heavy);
  });

  it("reads one at a time, in their order, and lets few wait", async () => {
    const told: string[] = [];
    const done: (() => void)[] = [];
    const read = createStatementReader({ ms: 30_000, megabytes: 128 }, async ({ byteLength }) => {
      told.push(`begins ${byteLength % 10}`);
      await new Promise<void>((resolve) => done.push(resolve));
      told.push(`ends ${byteLength % 10}`);
      if (byteLength % 10 === 1) throw new Error("the thread broke");
      return { kind: "camt.053", ibans: [], credits: [], unreadable: 0 } satisfies Statement;
    });
    const all = [0, 1, 2, 3, 4].map((each) => read(new Uint8Array(100_000 + each)));
    const ends = Promise.allSettled(all);
    const refused = read(new Uint8Array(100_005));
    assert.deepEqual(await reasonOf(refused), ["too_many_requests", "statement_busy"]);
    for (const each of all.keys()) {
      await setImmediate();
      assert.equal(told.at(-1), `begins ${each}`);
      done[each]?.();
      await setImmediate();
    }
    assert.deepEqual(
      (await ends).map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled"],
    );
    const begun = [0, 1, 2, 3, 4].flatMap((each) => [`begins ${each}`, `ends ${each}`]);
    assert.deepEqual(told, begun);
    void read(new Uint8Array(100_006));
    await setImmediate();
    assert.equal(told.at(-1), "begins 6");
  });
});
