import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onEachDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { createEmbedding } from "./service.ts";

const OTHER = "https://other.example";

onEachDatabase("embedding", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });
  const make = async () => (await makeMerchant(test.services)).accountId;
  const note = (accountId: string, origin = OTHER) =>
    test.services.embedding.noteRefusal(accountId, origin);
  const list = async (accountId: string) =>
    (await test.services.embedding.refusals(accountId)).map(({ origin, count }) => [origin, count]);

  it("notes who was refused, per account, the last one first", async () => {
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

  it("writes once a minute, and then counts all of it", async () => {
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

  it("keeps who tried often, however many others are claimed since", async () => {
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

  it("shows who tried just now, however often others did", async () => {
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

  it("keeps the fifty origins that were seen last", async () => {
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

  it("notes no more than a thousand origins a minute, fifty of an account, however many are claimed", async () => {
    let writes = 0;
    const { db } = connection();
    const counting = new Proxy(db, {
      get(target, name, receiver) {
        if (name === "insert") writes++;
        return Reflect.get(target, name, receiver);
      },
    });
    const { accounts } = test.services;
    const accountId = await make();
    const logger = { warn: () => undefined };
    const embedding = createEmbedding({ db: counting, clock: test.clock, logger, accounts });
    const flood = async (id: string) => {
      for (let number = 0; number < 60; number++) {
        await embedding.noteRefusal(id, `https://s${number}.example`);
      }
    };
    await flood(accountId);
    assert.equal(writes, 50);
    await embedding.noteRefusal(await make(), OTHER);
    assert.equal(writes, 51, "another account is noted all the same");
    for (let number = 0; number < 25; number++) await flood(`acct_nobody${number}`);
    assert.equal(writes, 1000);
    test.clock.advance({ minutes: 1 });
    await embedding.noteRefusal(accountId, "https://late.example");
    assert.equal(writes, 1001);
  });

  it("notes nothing that is no origin", async () => {
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

  it("names the cause, beside what is allowed", async () => {
    const accountId = await make();
    await note(accountId, "http://other.example");
    await test.services.accounts.addEmbedOrigin(accountId, OTHER, "operator");
    const [refusal] = await test.services.embedding.refusals(accountId);
    assert.equal(refusal?.cause, "scheme");
  });

  it("leaves out who is allowed by now", async () => {
    const accountId = await make();
    await note(accountId);
    await test.services.accounts.addEmbedOrigin(accountId, OTHER, "operator");
    assert.deepEqual(await list(accountId), []);
    await test.services.accounts.removeEmbedOrigin(accountId, OTHER, "operator");
    assert.deepEqual(await list(accountId), [[OTHER, 1]]);
  });

  it("never fails whoever asks: an account that is not there is logged", async () => {
    await note("acct_01kagj1d6xf0bsn9t2v7y3m5qe");
  });
});
