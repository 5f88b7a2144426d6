import assert from "node:assert/strict";
import { it } from "node:test";
import { onEachDatabase } from "#lib/testing/database.ts";
import { startAuthorisation } from "#lib/testing/factories.ts";
import { beginVerification, createTestPayers } from "#lib/testing/payers.ts";

onEachDatabase("the bounds of verification", (_database, connection) => {
  const begin = (test?: ReturnType<typeof createTestPayers>) =>
    beginVerification(connection(), test);
  type Begun = Awaited<ReturnType<typeof begin>>;

  const tryOut = async ({ check, wrongCode }: Begun, tries = 5) => {
    for (let number = 1; number <= tries; number++) {
      await assert.rejects(check(wrongCode()), {
        code: number < 5 ? "code_wrong" : "code_expired",
      });
    }
  };

  it("a transaction has five codes, whichever browser and address they are for", async () => {
    const { payers, reference, send, clock, mails, check, lastCode } = await begin();
    await send("one@shop.example");
    const { id } = await payers.open({ reference, deviceId: undefined });
    for (const name of ["two", "three", "four"]) {
      await payers.sendCode({ sessionId: id, email: `${name}@shop.example`, locale: "en" });
    }
    await send("five@shop.example");
    clock.advance({ minutes: 1 });
    await assert.rejects(send("six@shop.example"), { code: "too_many_codes" });
    assert.equal(mails.length, 5);
    await check(lastCode());
  });

  it("parallel browsers get a transaction no more than five codes", async () => {
    const { payers, reference, mails } = await begin();
    const send = async (number: number) => {
      const { id } = await payers.open({ reference, deviceId: undefined });
      await payers.sendCode({ sessionId: id, email: `n${number}-${id}@x.example`, locale: "en" });
    };
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => send(n)));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 5);
    assert.equal(mails.length, 5);
  });

  it("an address gets five codes in fifteen minutes, over all transactions", async () => {
    const test = createTestPayers(connection());
    const { email, clock, mails, send } = await begin(test);
    await send();
    for (let number = 2; number <= 5; number++) {
      clock.advance({ minutes: 1 });
      await (await begin(test)).send(email.toUpperCase());
    }
    clock.advance({ minutes: 1 });
    const another = await begin(test);
    await assert.rejects(another.send(email), { code: "too_many_codes", retryAfterSeconds: 600 });
    assert.equal(mails.length, 5);
    await another.send();
    clock.advance({ minutes: 10 });
    await another.send(email);
  });

  it("parallel transactions send an address no more than five codes", async () => {
    const test = createTestPayers(connection());
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(test)));
    const email = begun[0]?.email ?? "";
    const results = await Promise.allSettled(begun.map(({ send }) => send(email)));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 5);
  });

  it("the last try of the fifth code ends the transaction", async () => {
    const begun = await begin();
    const { services, apiKey, transaction, send, check, lastCode, clock } = begun;
    for (let number = 1; number <= 5; number++) {
      await send();
      if (number % 2 === 1 && number < 5) await tryOut(begun);
      clock.advance({ seconds: 30 });
    }
    await tryOut(begun, 4);
    await assert.rejects(check(begun.wrongCode()), { code: "transaction_final" });
    const { status, failureReason } = await services.transactions.get(apiKey, transaction.id);
    assert.deepEqual([status, failureReason], ["failed", "verification_failed"]);
    await assert.rejects(check(lastCode()), { code: "transaction_final" });
    await assert.rejects(send(), { code: "transaction_final" });
  });

  for (const isVerified of [true, false]) {
    const standing = isVerified ? "is verified" : "may still be verified";
    it(`another browser's guesses end no transaction somebody ${standing} for`, async () => {
      const mine = await begin();
      const { payers, services, apiKey, transaction, reference } = mine;
      await mine.send();
      const code = mine.lastCode();
      if (isVerified) await mine.check(code);
      const { id } = await payers.open({ reference, deviceId: undefined });
      for (const name of ["a", "b", "c", "d"]) {
        await payers.sendCode({ sessionId: id, email: `${name}-${id}@x.example`, locale: "en" });
        const check = (guess: string) =>
          payers.checkCode({ sessionId: id, code: guess, remember: false });
        await tryOut({ ...mine, check });
      }
      assert.equal((await services.transactions.get(apiKey, transaction.id)).status, "pending");
      await mine.check(code);
      assert.equal((await mine.session())?.verifiedBy, "code");
    });
  }

  it("a mail that can't be sent leaves neither a wait nor a count", async () => {
    const { send, session, mails, post, check, lastCode, clock } = await begin();
    await send();
    const first = lastCode();
    clock.advance({ seconds: 30 });
    post.isDown = true;
    for (let number = 1; number <= 6; number++) {
      await assert.rejects(send(), { code: "mail_unavailable" });
    }
    assert.ok((await session())?.pendingCode, "the code before is still good");
    post.isDown = false;
    await send();
    assert.equal(mails.length, 2);
    if (first !== lastCode()) await assert.rejects(check(first), { code: "code_wrong" });
    await check(lastCode());
  });

  it("a code whose mail is still on its way can't be guessed", async () => {
    const { send, check, session, post, counts } = await begin();
    post.isDown = true;
    post.whileSending = async () => {
      counts.macs = 0;
      await assert.rejects(check("000000"), { code: "code_expired" });
      assert.equal((await session())?.pendingCode, null);
      assert.equal(counts.macs, 0);
    };
    await assert.rejects(send(), { code: "mail_unavailable" });
  });

  it("nobody is verified for what can't be paid any more", async () => {
    const ended = await begin();
    await ended.send();
    await ended.services.authorisations.endUnpaid(ended.transaction.id, "cancelled");
    await assert.rejects(ended.check(ended.lastCode()), { code: "transaction_final" });

    const expired = await begin();
    expired.clock.advance({ minutes: 25 });
    await expired.send();
    expired.clock.advance({ minutes: 5 });
    await assert.rejects(expired.check(expired.lastCode()), { code: "transaction_final" });
    await assert.rejects(expired.send(), { code: "transaction_final" });

    const paid = await begin();
    await paid.send();
    await startAuthorisation(paid.services, paid.transaction);
    paid.bank.decide("processing");
    await paid.services.authorisations.refreshLatest(paid.transaction.id);
    await assert.rejects(paid.check(paid.lastCode()), { code: "transaction_in_progress" });
    await assert.rejects(paid.send(), { code: "transaction_in_progress" });
    assert.equal((await paid.session())?.verifiedBy, null);
  });
});
