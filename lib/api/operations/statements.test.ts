import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { eq } from "drizzle-orm";
import { listen } from "#lib/api/server/listen.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import type { HttpServer } from "#lib/platform/http/server.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { broken, makeMt } from "#lib/testing/mt.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import { openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { makeZip } from "#lib/testing/zip.ts";

type Answer = {
  id: string;
  status: string;
  code: string;
  detail: string;
  errors?: { path: string; message: string }[];
  fileName: string;
  entries: number;
  paid: number;
  review: number;
  files: {
    name: string;
    format: string | null;
    accounts: string[];
    known: number;
    problem: string | null;
  }[];
  transfers: { status: string; transactionId: string | null; externalId: string | null }[];
};

onDatabase("statements through the API", (database, connection) => {
  let desk: TransferDesk;
  let server: HttpServer;
  let key: string;
  let webKey: string;
  let strangersKey: string;

  before(async () => {
    desk = await openTransferDesk(connection());
    const { apiKeys } = desk.test.services;
    const scoped = { method: "web", mode: "test", scopes: ["statements"] } as const;
    const create = async (accountId: string, more: object = scoped) =>
      (await apiKeys.create({ ...scoped, scopes: ["statements"], accountId, ...more })).key;
    key = await create(desk.apiKey.accountId);
    webKey = await create(desk.apiKey.accountId, { scopes: null });
    strangersKey = await create(desk.stranger.accountId);
    server = await listen(async () => desk.test.services, {
      baseUrl: "http://localhost:3000/api",
      port: 0,
      addresses: ["127.0.0.1"],
      isOwnHost: () => true,
    });
  });
  after(() => server.drain());

  const call = async (path: string, init: RequestInit = {}, sent = key) => {
    const headers = { "X-API-Key": sent, ...(init.headers as Record<string, string>) };
    const url = `http://127.0.0.1:${server.port}/api${path}`;
    const response = await fetch(url, { ...init, headers });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const send = (body: Uint8Array | string, query = "", sent = key) =>
    call(`/statements${query}`, { method: "POST", body: Buffer.from(body) }, sent);
  const camt = (reference: string, bankRef = reference) =>
    makeStatement({ entries: [{ reference, bankRef }] });

  it("pay transactions, and say what was matched", async () => {
    const [one, two] = [await desk.fresh(), await desk.fresh()];
    const text = makeStatement({
      entries: [
        { reference: one.transferReference, bankRef: "A1" },
        { reference: two.transferReference, amount: "12.49", bankRef: "A2" },
        { reference: "RF712348231", bankRef: "A3" },
      ],
    });
    const { status, body } = await send(text, "?fileName=monday.xml");
    assert.deepEqual(
      [status, body.status, body.fileName, body.entries, body.paid, body.review],
      [202, "done", "monday.xml", 3, 1, 1],
    );
    const file = { name: "monday.xml", format: "camt.053", accounts: ["NL91ABNA0417164300"] };
    const counted = { entries: 3, known: 0, unreadable: 0, refused: 0, unknown: 0, problem: null };
    assert.deepEqual(body.files, [{ ...file, ...counted }]);
    assert.deepEqual(
      body.transfers.map(({ status, transactionId }) => [status, transactionId]),
      [
        ["paid", one.id],
        ["wrong_amount", two.id],
      ],
    );
    assert.equal((await desk.read(one.id)).status, "succeeded");
    assert.deepEqual(await call(`/statements/${body.id}`), { status: 200, body });
    const [audited] = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, body.id));
    assert.match(audited?.actor ?? "", /^key_/);
  });

  it("are the same if they come again, at once or by the console", async () => {
    const { transferReference, id } = await desk.fresh();
    const text = camt(transferReference);
    const answers = await Promise.all([send(text), send(text), send(text), send(text)]);
    const ids = new Set(answers.map(({ body }) => body.id));
    assert.deepEqual([ids.size, ...answers.map(({ status }) => status)], [1, 202, 202, 202, 202]);
    const { transfers } = desk.test.services;
    const bytes = Buffer.from(text);
    const uploaded = await transfers.importFile(desk.owner(), { name: "x", bytes }, "usr_1");
    assert.deepEqual([uploaded.isRepeated, ids.has(uploaded.importId)], [true, true]);
    assert.equal((await desk.eventsOf(id)).length, 1);
    const again = await send(text);
    assert.deepEqual([again.body.transfers.length, again.body.paid], [1, 1]);
  });

  it("count the same money once, in whatever kinds of files it comes", async () => {
    const { transferReference: reference, id } = await desk.fresh();
    const details = broken(`166?00GUTSCHRIFT?20SVWZ+${reference}`, 40);
    const entries = [{ reference, bankRef: "N-1" }];
    const kinds = [
      makeMt({ kind: "mt942", entries: [{ details }] }),
      makeMt({ entries: [{ details }] }),
    ];
    for (const text of kinds) assert.equal((await send(text)).status, 202);
    assert.deepEqual(await desk.transfersOf(id), ["paid"]);
    const other = await desk.fresh();
    const again = [{ ...entries[0], reference: other.transferReference }];
    for (const kind of ["camt.052", "camt.054", "camt.053"] as const) {
      await send(makeStatement({ kind, entries: again }));
    }
    assert.deepEqual(await desk.transfersOf(other.id), ["paid"]);
  });

  it("may come several in a ZIP, of which a bad one does not lose the good ones", async () => {
    const [one, two] = [await desk.fresh(), await desk.fresh()];
    const zip = makeZip([
      { name: "a/one.xml", bytes: Buffer.from(camt(one.transferReference)) },
      { name: "bad.xml", bytes: Buffer.from("<Document>") },
      {
        name: "two.sta",
        bytes: Buffer.from(makeMt({ entries: [{ details: [two.transferReference] }] })),
      },
      {
        name: "other.xml",
        bytes: Buffer.from(makeStatement({ iban: "DE89370400440532013000", entries: [] })),
      },
    ]);
    const { status, body } = await send(zip);
    assert.equal(status, 202);
    assert.deepEqual(
      body.files.map(({ name, format, problem }) => [name, format, problem]),
      [
        ["one.xml", "camt.053", null],
        ["bad.xml", null, "statement_kind"],
        ["two.sta", "mt940", null],
        ["other.xml", null, "statement_account"],
      ],
    );
    assert.deepEqual([body.entries, body.paid], [2, 2]);
    const known = await send(`${camt(one.transferReference)}\n`);
    assert.deepEqual([known.body.paid, known.body.files[0]?.known], [0, 1]);
  });

  it("need a key of their scope, which can do nothing else", async () => {
    const refused = async (answer: Promise<{ status: number; body: Answer }>) => {
      const { status, body } = await answer;
      assert.deepEqual([status, body.code], [403, "insufficient_scope"]);
    };
    await refused(send("x", "", webKey));
    await refused(call("/statements/stmt_01kagj8t4vf6m1x9c2z7b5n0qd", {}, webKey));
    const post = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    const { id } = await desk.fresh();
    await refused(call("/transactions", post));
    await refused(call("/auth/verify-apikey", post));
    await refused(call(`/transactions/${id}/cancel`, { method: "POST" }));
    await refused(call(`/test/transactions/${id}/outcome`, post));
    for (const path of ["/transactions", `/transactions/${id}`, "/events"])
      await refused(call(path));
    assert.equal((await call("/transactions", {}, webKey)).status, 200);
    const bearer = { Authorization: `Bearer ${key}` };
    const url = `http://127.0.0.1:${server.port}/api/statements/stmt_01kagj8t4vf6m1x9c2z7b5n0qd`;
    assert.equal((await fetch(url, { headers: bearer })).status, 404);
    const { apiKeys } = desk.test.services;
    const [{ id: keyId = "" } = {}] = await apiKeys.listScoped(desk.apiKey.accountId, "test");
    await apiKeys.revoke(desk.apiKey.accountId, keyId);
    assert.equal((await call("/transactions")).status, 401);
    const scopes: ["statements"] = ["statements"];
    const { accountId } = desk.apiKey;
    key = (await apiKeys.create({ accountId, method: "web", mode: "test", scopes })).key;
  });

  it("are read by their own account only", async () => {
    const { body } = await send(makeStatement({ entries: [] }));
    assert.equal((await call(`/statements/${body.id}`, {}, strangersKey)).status, 404);
    assert.equal((await call("/statements/stmt_x")).status, 404);
    const { apiKeys } = desk.test.services;
    const { accountId } = desk.apiKey;
    const live = await apiKeys.create({
      accountId,
      method: "web",
      mode: "live",
      scopes: ["statements"],
    });
    assert.equal((await call(`/statements/${body.id}`, {}, live.key)).status, 404);
  });

  it("are refused with a reason", async () => {
    const cases: [body: string, status: number, code: string, reason?: string][] = [
      ["", 400, "empty_body"],
      ["a,b\n1,2", 422, "invalid_request", "statement_kind"],
      [camt("RF18539007547034").slice(0, -30), 422, "invalid_request", "statement_xml"],
      ["PK\u0003\u0004x", 422, "invalid_request", "statement_zip"],
      [" ".repeat(2 * 1024 * 1024 + 1), 413, "body_too_large"],
    ];
    for (const [text, status, code, reason] of cases) {
      const answer = await send(text);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
      assert.deepEqual(answer.body.errors, reason && [{ path: "file", message: reason }]);
      if (reason) assert.match(answer.body.detail, /\. |\.$/);
    }
    const form = new FormData();
    form.set("file", new Blob([camt("RF18539007547034")]));
    const answer = await call("/statements", { method: "POST", body: form });
    assert.deepEqual([answer.status, answer.body.code], [415, "unsupported_media_type"]);
    assert.equal((await send("x", `?fileName=${"x".repeat(201)}`)).body.code, "invalid_query");
  });

  it("are limited beside the console's", async () => {
    const own = await openTransferDesk(connection());
    const { apiKeys, transfers } = own.test.services;
    const { accountId } = own.apiKey;
    const scopes: ["statements"] = ["statements"];
    const created = await apiKeys.create({ accountId, method: "web", mode: "test", scopes });
    const bytes = Buffer.from("x");
    const fill = (actor: "usr_1" | "key_1") =>
      Promise.allSettled(
        Array.from({ length: 60 }, () =>
          transfers.importFile(own.owner(), { name: "x", bytes }, actor),
        ),
      );
    await fill("usr_1");
    assert.equal((await send("x", "", created.key)).status, 422);
    await fill("key_1");
    const { status, body } = await send("x", "", created.key);
    assert.deepEqual([status, body.code], [429, "too_many_requests"]);
  });
});
