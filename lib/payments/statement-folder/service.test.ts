import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import { openTransferDesk } from "#lib/testing/transfers.ts";
import { listFolders } from "./files.ts";
import {
  createStatementFolder,
  QUIET_MS,
  REFUSED_AFTER_MS,
  type StatementFolderDeps,
} from "./service.ts";

const ACCOUNT = newId("acct");

type Read = { owner: string; name: string; text: string };

async function setUp(t: TestContext, given: Partial<StatementFolderDeps> = {}) {
  const root = given.root ?? (await mkdtemp(join(tmpdir(), "statements-")));
  t.after(() => rm(root, { recursive: true, force: true }));
  const clock = createFakeClock();
  const read: Read[] = [];
  const lines: Record<string, unknown>[] = [];
  const deps: StatementFolderDeps = {
    root,
    clock,
    logger: createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) }),
    accounts: { find: async (id) => (id === ACCOUNT ? ({ id } as never) : undefined) },
    importFile: async ({ accountId, mode }, { name, bytes }) => {
      read.push({ owner: `${accountId} ${mode}`, name, text: Buffer.from(bytes).toString() });
      return { importId: "stmt", known: 0, files: [] };
    },
    ...given,
  };
  const folder = createStatementFolder(deps);
  const own = join(root, `${ACCOUNT}-test`);
  await mkdir(own, { recursive: true });
  return {
    root,
    own,
    clock,
    read,
    deps,
    lines,
    alerts: () => lines.filter(({ alert }) => alert !== undefined),
    look: () => folder.readDue(),
    /** Looks twice, with the quiet time between. */
    async settle(ms = QUIET_MS) {
      await folder.readDue();
      clock.advance({ ms });
      return folder.readDue();
    },
    put: (name: string, text = "content") => writeFile(join(own, name), text),
    list: (place = "") => readdir(join(own, place)).catch((): string[] => []),
  };
}

describe("the folder of statements", () => {
  it("is read by account and mode, once each, and files go to done", async (t) => {
    const { root, put, settle, read, list, look } = await setUp(t);
    await mkdir(join(root, ACCOUNT));
    await writeFile(join(root, ACCOUNT, "live.xml"), "live");
    await put("test.xml", "test");
    assert.equal(await settle(), 2);
    assert.deepEqual(read, [
      { owner: `${ACCOUNT} live`, name: "live.xml", text: "live" },
      { owner: `${ACCOUNT} test`, name: "test.xml", text: "test" },
    ]);
    assert.deepEqual([await list(), await list("done")], [["done"], ["test.xml"]]);
    assert.equal(await look(), 0);
  });

  it("waits until a file has not changed for ten seconds", async (t) => {
    const { put, look, clock, read, own } = await setUp(t);
    await put("a.xml", "half");
    for (const text of ["half, more", "half, more and", "whole"]) {
      await look();
      clock.advance({ ms: QUIET_MS });
      await put("a.xml", text);
    }
    await look();
    clock.advance({ ms: QUIET_MS - 1 });
    await look();
    assert.deepEqual(read, []);
    // The same size, a moment later.
    await utimes(join(own, "a.xml"), new Date(), new Date());
    await look();
    clock.advance({ ms: QUIET_MS - 1 });
    await look();
    assert.deepEqual(read, []);
    clock.advance({ ms: 1 });
    await look();
    assert.deepEqual(
      read.map(({ text }) => text),
      ["whole"],
    );
  });

  it("leaves unfinished, linked and special files, and never leaves the folder", async (t) => {
    const { root, own, put, settle, read, list, alerts } = await setUp(t);
    const outside = join(root, "outside.txt");
    await writeFile(outside, "secret");
    for (const name of [".hidden", "a.tmp", "b.part", "C.PARTIAL", "d.filepart", "e~"]) {
      await put(name);
    }
    await symlink(outside, join(own, "link.xml"));
    execFileSync("mkfifo", [join(own, "pipe.xml")]);
    await mkdir(join(own, "sub.xml"));
    await symlink(own, join(root, ACCOUNT));
    const before = await list();
    assert.equal(await settle(), 0);
    assert.deepEqual([read, await list(), alerts()], [[], before, []]);
    // Nor through a link in place of "done".
    const elsewhere = await mkdtemp(join(tmpdir(), "elsewhere-"));
    t.after(() => rm(elsewhere, { recursive: true }));
    await symlink(elsewhere, join(own, "done"));
    await put("real.xml");
    await settle();
    assert.deepEqual(await readdir(elsewhere), []);
    assert.ok((await list()).includes("real.xml"));
  });

  it("refuses unusable files with a reason, but not while an upload may only pause", async (t) => {
    const refuse = async () => {
      throw invalidField("file", "statement_xml");
    };
    const { put, settle, clock, look, list, own, alerts } = await setUp(t, { importFile: refuse });
    await put("bad.xml");
    await settle();
    assert.deepEqual(await list(), ["bad.xml"]);
    clock.advance({ ms: REFUSED_AFTER_MS });
    await look();
    assert.deepEqual(await list("refused"), ["bad.xml", "bad.xml.reason.txt"]);
    const reason = await readFile(join(own, "refused", "bad.xml.reason.txt"), "utf8");
    assert.match(reason, /^2026-01-15T12:05:10.000Z\nThis file is damaged.*\(statement_xml\)\n$/s);
    assert.deepEqual(
      alerts().map(({ alert, accountId, fileName }) => [alert, accountId, fileName]),
      [["statement_refused", ACCOUNT, "bad.xml"]],
    );
  });

  it("refuses a file of several with the reasons of those it could not read", async (t) => {
    const { put, settle, clock, look, list, own } = await setUp(t, {
      importFile: async () => ({
        importId: "stmt",
        known: 0,
        files: [{ name: "b.xml", problem: "statement_xml" }],
      }),
    });
    await put("some.zip");
    await settle();
    assert.deepEqual(await list(), ["some.zip"]);
    clock.advance({ ms: REFUSED_AFTER_MS });
    await look();
    assert.deepEqual(await list("refused"), ["some.zip", "some.zip.reason.txt"]);
    const reason = await readFile(join(own, "refused", "some.zip.reason.txt"), "utf8");
    assert.match(
      reason,
      /b\.xml: This file is damaged.*\nEverything else in this file was read\.\n$/s,
    );
  });

  it("refuses a huge file unread, and an empty one", async (t) => {
    let longest = 0;
    const importFile: StatementFolderDeps["importFile"] = async (_owner, { bytes }) => {
      longest = Math.max(longest, bytes.byteLength);
      throw invalidField("file", "statement_missing");
    };
    const { put, settle, clock, look, list } = await setUp(t, { importFile });
    await put("huge.xml", "x".repeat(MAX_STATEMENT_BYTES + 1));
    await put("empty.xml", "");
    await settle();
    clock.advance({ ms: REFUSED_AFTER_MS });
    await look();
    assert.equal(longest, 0);
    const refused = ["empty.xml", "empty.xml.reason.txt", "huge.xml", "huge.xml.reason.txt"];
    assert.deepEqual(await list("refused"), refused);
  });

  it("keeps all files of one name, and odd and long names", async (t) => {
    const { put, settle, list, own } = await setUp(t);
    const texts = ["monday", "tuesday", "wednesday"];
    for (const text of texts) {
      await put("camt.xml", text);
      await settle();
    }
    const kept = await list("done");
    const contents = await Promise.all(
      kept.map((name) => readFile(join(own, "done", name), "utf8")),
    );
    assert.deepEqual([kept.length, contents.toSorted()], [3, texts]);
    const names = ["line\nbreak ‮.xml", "-rf *.xml", `${"ü".repeat(125)}.xml`, "no-extension"];
    for (const name of names) await put(name);
    assert.equal(await settle(), names.length);
    assert.equal((await list("done")).length, 3 + names.length);
    assert.deepEqual(await list(), ["done"]);
  });

  it("tries again after a failure of ours, later each time, and after a limit", async (t) => {
    let next: () => ReturnType<StatementFolderDeps["importFile"]> = async () => assert.fail();
    let runs = 0;
    const importFile = () => {
      runs += 1;
      return next();
    };
    const { put, settle, clock, look, list, alerts } = await setUp(t, { importFile });
    next = async () => {
      throw new Error("no database");
    };
    await put("a.xml");
    await settle();
    for (let minute = 0; minute < 7; minute++) {
      clock.advance({ minutes: 1 });
      await look();
    }
    assert.deepEqual([runs, await list(), alerts().length], [4, ["a.xml"], 1]);
    next = async () => {
      throw new AppError("too_many_requests", { retryAfterSeconds: 600 });
    };
    clock.advance({ minutes: 60 });
    await look();
    next = async () => ({ importId: "stmt", known: 0, files: [] });
    clock.advance({ ms: 599_999 });
    await look();
    assert.deepEqual(await list(), ["a.xml"]);
    clock.advance({ ms: 1 });
    await look();
    assert.deepEqual(await list("done"), ["a.xml"]);
  });

  it("reads a file once if it can't be moved, and says so once", async (t) => {
    const { put, settle, clock, look, list, own, read, alerts } = await setUp(t);
    await put("a.xml");
    await symlink("nowhere", join(own, "done"));
    await settle();
    for (let round = 0; round < 20; round++) {
      clock.advance({ minutes: 10 });
      await look();
    }
    assert.deepEqual([read.length, alerts().length], [1, 1]);
    await rm(join(own, "done"));
    clock.advance({ minutes: 60 });
    await look();
    assert.deepEqual([await list("done"), read.length], [["a.xml"], 1]);
  });

  it("says once that it is missing, closed, or named after no account", async (t) => {
    const { root, look, clock, alerts, put, read, settle, deps } = await setUp(t);
    await mkdir(join(root, "corner-books"));
    const unknown = join(root, newId("acct"));
    await mkdir(unknown);
    await writeFile(join(unknown, "a.xml"), "x");
    for (let round = 0; round < 5; round++) {
      await look();
      clock.advance({ minutes: 90 });
    }
    assert.equal(alerts().length, 2);
    const away = `${root}-away`;
    await rename(root, away);
    for (let round = 0; round < 5; round++) await look();
    assert.equal(alerts().length, 3);
    await rename(away, root);
    await put("a.xml");
    await settle();
    assert.equal(read.length, 1);
    assert.equal(deps.root, root);
  });

  it("logs no IBANs that files are named after", async (t) => {
    const IBAN = "NL91ABNA0417164300";
    const grouped = "NL91 ABNA 0417 1643 00";
    const { put, settle, clock, look, own, lines } = await setUp(t, {
      importFile: async (_owner, { name }) => {
        if (name.startsWith("closed")) throw new Error(`EACCES: permission denied, open '${name}'`);
        const files = [{ name: `in-${IBAN}.xml`, problem: "statement_xml" }];
        return { importId: "stmt", known: 0, files };
      },
    });
    await put(`closed-${IBAN}.xml`);
    await put(`C53${IBAN}_20261120.xml`);
    await put(`${grouped}.sta`);
    await settle();
    await symlink("nowhere", join(own, "refused"));
    clock.advance({ ms: REFUSED_AFTER_MS });
    await look();
    await rm(join(own, "refused"));
    clock.advance({ minutes: 60 });
    await look();
    const log = JSON.stringify(lines);
    const kinds = lines.map(({ alert }) => alert).filter(Boolean);
    assert.deepEqual(kinds, [
      ...Array(3).fill("statements_folder"),
      ...Array(2).fill("statement_refused"),
    ]);
    for (const secret of [IBAN, grouped, "0417164300", "ABNA"]) assert.ok(!log.includes(secret));
    assert.ok(log.includes(ACCOUNT) && log.includes("C53NL•• •••• 4300_20261120.xml"), log);
  });

  it("reads all folders, however many", async (t) => {
    const { root } = await setUp(t);
    const names = Array.from({ length: 1_010 }, () => newId("acct"));
    for (const name of names) mkdirSync(join(root, name));
    assert.equal((await listFolders(root)).length, 1 + names.length);
  });

  it("moves only what it read if the file is replaced meanwhile", async (t) => {
    const { own, put, settle, list, read } = await setUp(t, {
      importFile: async (_owner, { bytes }) => {
        read.push({ owner: "", name: "", text: Buffer.from(bytes).toString() });
        if (read.length === 1) {
          await writeFile(join(own, "next"), "second");
          // File systems may give both the same time.
          await utimes(join(own, "next"), new Date(), new Date(Date.now() + 1_000));
          await rename(join(own, "next"), join(own, "a.xml"));
        }
        return { importId: "stmt", known: 0, files: [] };
      },
    });
    await put("a.xml", "first!");
    await settle();
    assert.deepEqual([await list("done"), existsSync(join(own, "a.xml"))], [[], true]);
    await settle();
    assert.deepEqual(
      read.map(({ text }) => text),
      ["first!", "second"],
    );
    assert.deepEqual(await list("done"), ["a.xml"]);
  });

  it("works in several processes at once", async (t) => {
    const first = await setUp(t);
    const second = await setUp(t, { ...first.deps });
    for (let index = 0; index < 10; index++) await first.put(`${index}.xml`, String(index));
    await Promise.all([first.look(), second.look()]);
    first.clock.advance({ ms: QUIET_MS });
    await Promise.all([first.look(), second.look()]);
    // The one that lost the race for a name may have won the file.
    assert.deepEqual(
      (await first.list("done")).map((name) => name.slice(0, 1)).toSorted(),
      Array.from({ length: 10 }, (_, index) => String(index)),
    );
    const texts = new Set(first.read.map(({ text }) => text));
    assert.equal(texts.size, 10);
    assert.deepEqual(first.alerts(), []);
  });
});

onDatabase("money in the folder of statements", (_database, connection) => {
  it("counts once when a process dies between reading and moving, and beside an upload", async (t) => {
    const desk = await openTransferDesk(connection());
    const root = await mkdtemp(join(tmpdir(), "statements-"));
    t.after(() => rm(root, { recursive: true }));
    const { id, transferReference } = await desk.fresh();
    const { services } = desk.test;
    const own = join(root, `${desk.apiKey.accountId}-test`);
    await mkdir(own);
    const text = makeStatement({ entries: [{ reference: transferReference, bankRef: "F1" }] });
    await writeFile(join(own, "day.xml"), text);
    const start = () =>
      setUp(t, { root, accounts: services.accounts, importFile: services.transfers.importFile });
    const dying = await setUp(t, {
      root,
      accounts: services.accounts,
      importFile: async (...input) => {
        await services.transfers.importFile(...input);
        throw new Error("killed");
      },
    });
    await dying.settle();
    assert.equal((await desk.read(id)).status, "succeeded");
    const next = await start();
    await next.settle();
    await link(join(own, "done", "day.xml"), join(own, "again.xml"));
    await next.settle();
    const file = { name: "upload.xml", bytes: Buffer.from(text) };
    const upload = await services.transfers.importFile(desk.owner(), file, "operator");
    assert.ok(upload.isRepeated);
    const { transfers } = await services.transfers.list(desk.owner());
    assert.deepEqual(
      transfers.map(({ status, createdBy }) => [status, createdBy]),
      [["paid", "system"]],
    );
    assert.deepEqual(await readdir(join(own, "done")), ["again.xml", "day.xml"]);
  });
});
