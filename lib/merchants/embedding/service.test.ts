import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { createEmbedding } from "./service.ts";

const OTHER = "https://other.example";

onBothDatabases("embedding", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });
  const make = async () => (await makeMerchant(test.services)).accountId;
  const note = (accountId: string, origin = OTHER, reference = "abc") =>
    test.services.embedding.noteRefusal({ accountId, reference, origin });
  const list = async (accountId: string) =>
    (await test.services.embedding.refusals(accountId)).map(({ origin, count }) => [origin, count]);

  it("stores refused origins per account, latest first", async () => {
    const [accountId, another] = [await make(), await make()];
    await note(accountId);
    test.clock.advance({ minutes: 1 });
    await note(accountId, "https://Third.example");
    assert.deepEqual(await list(accountId), [
      ["https://third.example", 1],
      [OTHER, 1],
    ]);
    assert.deepEqual(await list(another), []);
  });

  it("writes once a minute, and then counts all", async () => {
    const accountId = await make();
    for (let tries = 0; tries < 5; tries++) await note(accountId);
    assert.deepEqual(await list(accountId), [[OTHER, 1]]);
    const [first] = await test.services.embedding.refusals(accountId);
    test.clock.advance({ minutes: 1 });
    await note(accountId);
    assert.deepEqual(await list(accountId), [[OTHER, 6]]);
    const [later] = await test.services.embedding.refusals(accountId);
    assert.deepEqual(later?.firstAt, first?.firstAt);
    assert.notDeepEqual(later?.lastAt, first?.lastAt);
  });

  it("keeps frequent origins, however many others are reported", async () => {
    const accountId = await make();
    const names = (start: string) =>
      Array.from({ length: 60 }, (_, number) => `https://${start}-${number}.example`);
    for (const origin of [OTHER, OTHER, ...names("forged"), OTHER, ...names("more")]) {
      await note(accountId, origin);
      test.clock.advance({ minutes: 1 });
    }
    const kept = await list(accountId);
    assert.equal(kept.length, 50);
    assert.deepEqual(kept.at(-1), [OTHER, 3]);
    assert.deepEqual(kept[0], ["https://more-59.example", 1]);
  });

  it("shows recent origins, however frequent others are", async () => {
    const accountId = await make();
    for (let number = 0; number < 100; number++) {
      await note(accountId, `https://forged-${number % 50}.example`);
      if (number === 49) test.clock.advance({ minutes: 1 });
    }
    test.clock.advance({ minutes: 1 });
    await note(accountId);
    const kept = await list(accountId);
    assert.equal(kept.length, 50);
    assert.deepEqual(kept[0], [OTHER, 1]);
  });

  it("keeps the fifty latest origins", async () => {
    const accountId = await make();
    for (let number = 0; number < 55; number++) {
      await note(accountId, `https://shop-${number}.example`);
      test.clock.advance({ minutes: 1 });
    }
    const origins = (await list(accountId)).map(([origin]) => origin);
    assert.equal(origins.length, 50);
    assert.deepEqual(
      [origins[0], origins.at(-1)],
      ["https://shop-54.example", "https://shop-5.example"],
    );
  });

  it("keeps the latest payment, to check it", async () => {
    const accountId = await make();
    const reference = async () =>
      (await test.services.embedding.refusals(accountId)).map((refusal) => refusal.reference);
    await note(accountId, OTHER, "first");
    assert.deepEqual(await reference(), ["first"]);
    test.clock.advance({ minutes: 1 });
    await note(accountId, OTHER, "last");
    assert.deepEqual(await reference(), ["last"]);
  });

  it("stores fifty origins of an account a minute, independent of other accounts", async () => {
    const crowd = Array.from({ length: 25 }, (_, number) => `acct_crowded${number}`);
    const writes = new Map<string, number>();
    const { db } = connection();
    const counting = new Proxy(db, {
      get(target, name, receiver) {
        if (name === "insert") {
          writes.set(flooded, (writes.get(flooded) ?? 0) + 1);
          if (crowd.includes(flooded)) throw new Error("no such account");
        }
        return Reflect.get(target, name, receiver);
      },
    });
    const { accounts } = test.services;
    const logger = { warn: () => undefined };
    const embedding = createEmbedding({ db: counting, clock: test.clock, logger, accounts });
    let flooded = "";
    const flood = async (accountId: string, count: number) => {
      flooded = accountId;
      for (let number = 0; number < count; number++) {
        const origin = `https://s${number}.example`;
        await embedding.noteRefusal({ accountId, reference: "abc", origin });
      }
    };
    for (const accountId of crowd) await flood(accountId, 60);
    assert.deepEqual([...writes.values()], Array(25).fill(50));
    const quiet = await make();
    await flood(quiet, 1);
    assert.equal(writes.get(quiet), 1, "a quiet account is noted all the same");
    test.clock.advance({ minutes: 1 });
    const [first = ""] = crowd;
    flooded = first;
    const late = { accountId: first, reference: "abc", origin: "https://late.example" };
    await embedding.noteRefusal(late);
    assert.equal(writes.get(first), 51);
  });

  it("ignores what is no origin", async () => {
    const accountId = await make();
    for (const text of [
      "",
      "null",
      "https://a.example/path",
      "*",
      `https://${"a".repeat(300)}.example`,
    ]) {
      await note(accountId, text);
    }
    assert.deepEqual(await list(accountId), []);
  });

  it("names the cause by comparison with allowed sites", async () => {
    const accountId = await make();
    await note(accountId, "http://other.example");
    await test.services.accounts.addEmbedOrigin(accountId, OTHER, "operator");
    const [refusal] = await test.services.embedding.refusals(accountId);
    assert.equal(refusal?.cause, "scheme");
  });

  it("omits sites that are now allowed", async () => {
    const accountId = await make();
    await note(accountId);
    await test.services.accounts.addEmbedOrigin(accountId, OTHER, "operator");
    assert.deepEqual(await list(accountId), []);
    await test.services.accounts.removeEmbedOrigin(accountId, OTHER, "operator");
    assert.deepEqual(await list(accountId), [[OTHER, 1]]);
  });

  it("never fails the caller: an unknown account is logged", async () => {
    await note("acct_01kagj1d6xf0bsn9t2v7y3m5qe");
  });
});
