import assert from "node:assert/strict";
import { it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { beginVerification, createTestPayers } from "#lib/testing/payers.ts";

onDatabase("the limits of verification", (_database, connection) => {
  const begin = (test?: ReturnType<typeof createTestPayers>) =>
    beginVerification(connection(), test);
  type Begun = Awaited<ReturnType<typeof begin>>;

  const tryOut = async ({ check, wrongCode }: Begun, attempts = 5) => {
    for (let number = 1; number <= attempts; number++) {
      await assert.rejects(check(wrongCode()), {
        code: number < 5 ? "code_wrong" : "code_expired",
      });
    }
  };

  it("a transaction has five codes, for all browsers and addresses", async () => {
    const { payers, reference, send, clock, mails, check, lastCode } = await begin();
    await send("one@shop.example");
    const { id } = await payers.open({ reference, deviceId: undefined });
    for (const name of ["two", "three", "four"]) {
      await payers.sendCode({ sessionId: id, email: `${name}@shop.example`, locale: "en" });
    }
    await send("five@shop.example");
    clock.advance({ minutes: 1 });
    await assert.rejects(send("six@shop.example"), { code: "no_more_codes" });
    assert.equal(mails.length, 5);
    await check(lastCode());
  });

  it("parallel browsers get five codes per transaction at most", async () => {
    const { payers, reference, mails } = await begin();
    const send = async (number: number) => {
      const { id } = await payers.open({ reference, deviceId: undefined });
      await payers.sendCode({ sessionId: id, email: `n${number}-${id}@x.example`, locale: "en" });
    };
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => send(n)));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 5);
    assert.equal(mails.length, 5);
  });

  it("an address gets five codes in 15 minutes, across transactions", async () => {
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

  it("parallel transactions send five codes per address at most", async () => {
    const test = createTestPayers(connection());
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(test)));
    const email = begun[0]?.email ?? "";
    const results = await Promise.allSettled(begun.map(({ send }) => send(email)));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 5);
  });

  it("the last attempt at the fifth code ends the transaction", async () => {
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

  it("a request for a sixth code ends a transaction without open codes, and no other", async () => {
    const { services, apiKey, transaction, send, clock } = await begin();
    const status = async () => {
      const { failureReason, ...now } = await services.transactions.get(apiKey, transaction.id);
      return [now.status, failureReason];
    };
    for (let number = 1; number <= 5; number++) {
      await send();
      clock.advance({ seconds: 30 });
    }
    clock.advance({ minutes: 9, seconds: 29 });
    await assert.rejects(send(), { code: "no_more_codes" });
    assert.deepEqual(await status(), ["pending", null]);
    clock.advance({ seconds: 1 });
    await assert.rejects(send(), { code: "transaction_final" });
    assert.deepEqual(await status(), ["failed", "verification_failed"]);
  });

  for (const isVerified of [true, false]) {
    const standing = isVerified ? "is verified" : "may still be verified";
    it(`another browser's guesses end no transaction that somebody ${standing} for`, async () => {
      const mine = await begin();
      const { payers, services, apiKey, transaction, reference } = mine;
      await mine.send();
      const code = mine.lastCode();
      if (isVerified) await mine.check(code);
      const { id } = await payers.open({ reference, deviceId: undefined });
      for (const name of ["a", "b", "c", "d"]) {
        await payers.sendCode({ sessionId: id, email: `${name}-${id}@x.example`, locale: "en" });
        const check = (guess: string) => payers.checkCode({ sessionId: id, code: guess });
        await tryOut({ ...mine, check });
      }
      assert.equal((await services.transactions.get(apiKey, transaction.id)).status, "pending");
      await mine.check(code);
      assert.equal((await mine.session())?.verifiedBy, "code");
    });
  }

  it("a refused mail causes no wait, and the previous code stays valid", async () => {
    const { send, session, mails, post, check, lastCode, clock } = await begin();
    await send();
    clock.advance({ seconds: 30 });
    post.isDown = true;
    for (let number = 1; number <= 3; number++) {
      await assert.rejects(send(), { code: "mail_unavailable" });
    }
    assert.ok((await session())?.pendingCode);
    post.isDown = false;
    const first = lastCode();
    await send();
    assert.equal(mails.length, 2);
    if (first !== lastCode()) await assert.rejects(check(first), { code: "code_wrong" });
    await check(lastCode());
  });

  it("refused mails count for their address", async () => {
    const test = createTestPayers(connection());
    const { email, post, send, clock } = await begin(test);
    let asked = 0;
    post.isDown = true;
    post.whileSending = async () => void asked++;
    for (let number = 1; number <= 5; number++) {
      await assert.rejects(send(), { code: "mail_unavailable" });
    }
    const another = await begin(test);
    await assert.rejects(another.send(email), { code: "too_many_codes", retryAfterSeconds: 900 });
    assert.equal(asked, 5);
    post.isDown = false;
    clock.advance({ minutes: 15 });
    await another.send(email);
  });

  it("five refused mails leave a transaction its five codes, and no sixth is tried", async () => {
    const full = await begin();
    full.post.isDown = true;
    for (const name of ["a", "b", "c", "d"]) {
      await assert.rejects(full.send(`${name}-${full.email}`), { code: "mail_unavailable" });
    }
    full.post.isDown = false;
    for (const name of ["v", "w", "x", "y"]) await full.send(`${name}-${full.email}`);
    full.post.isDown = true;
    await assert.rejects(full.send(`e-${full.email}`), { code: "mail_unavailable" });
    full.post.isDown = false;
    await assert.rejects(full.send(`z-${full.email}`), { code: "no_more_codes" });
    await tryOut(full, 4);
    await assert.rejects(full.check(full.wrongCode()), { code: "transaction_final" });
  });

  it("sub-addresses of one mailbox count as one", async () => {
    const test = createTestPayers(connection());
    const { email } = await begin(test);
    const send = async (part: string) => (await begin(test)).send(email.replace("@", `${part}@`));
    for (const part of ["", "+a", "+b", "+c+d", "+"]) await send(part);
    await assert.rejects(send("+e"), { code: "too_many_codes" });
    assert.equal(test.mails[1]?.to, email.replace("@", "+a@"), "the mail goes where it was asked");
    const plus = async (part: string) => (await begin(test)).send(email.replace(/^/, `+${part}`));
    for (const part of ["1", "2", "3", "4", "5", "6"]) await plus(part);
  });

  it("a late mail does not void the code for another address", async () => {
    const { send, session, check, lastCode, post, clock } = await begin();
    let code = "";
    post.whileSending = async () => {
      post.whileSending = undefined;
      clock.advance({ seconds: 1 });
      await send();
      code = lastCode();
    };
    await send("typo@shop.example");
    assert.ok((await session())?.pendingCode);
    await check(code);
    assert.equal((await session())?.verifiedBy, "code");
  });

  for (const [seconds, status] of [
    [59, "pending"],
    [60, "failed"],
  ] as const) {
    it(`a mail that is under way for ${seconds} seconds leaves the transaction ${status}`, async () => {
      const mine = await begin();
      const { payers, services, apiKey, transaction, reference, clock, post } = mine;
      for (let number = 1; number <= 4; number++) {
        await mine.send();
        clock.advance({ seconds: 30 });
      }
      await tryOut(mine, 4);
      const wrong = mine.wrongCode();
      const { id } = await payers.open({ reference, deviceId: undefined });
      post.whileSending = async () => {
        clock.advance({ seconds });
        const code = status === "failed" ? "transaction_final" : "code_expired";
        await assert.rejects(mine.check(wrong), { code });
      };
      await payers.sendCode({ sessionId: id, email: `b-${id}@x.example`, locale: "en" });
      assert.equal((await services.transactions.get(apiKey, transaction.id)).status, status);
    });
  }

  it("a code can't be guessed while its mail is under way", async () => {
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

  it("verifies no payer for an ended payment", async () => {
    const ended = await begin();
    await ended.send();
    await ended.services.attempts.endUnpaid(ended.transaction.id, "cancelled");
    await assert.rejects(ended.check(ended.lastCode()), { code: "transaction_final" });

    const expired = await begin();
    expired.clock.advance({ minutes: 25 });
    await expired.send();
    expired.clock.advance({ minutes: 5 });
    await assert.rejects(expired.check(expired.lastCode()), { code: "transaction_final" });
    await assert.rejects(expired.send(), { code: "transaction_final" });

    const paid = await begin();
    await paid.send();
    await startAttempt(paid.services, paid.transaction);
    paid.bank.decide("processing");
    await paid.services.attempts.refreshLatest(paid.transaction.id);
    await assert.rejects(paid.check(paid.lastCode()), { code: "transaction_in_progress" });
    await assert.rejects(paid.send(), { code: "transaction_in_progress" });
    assert.equal((await paid.session())?.verifiedBy, null);
  });
});
