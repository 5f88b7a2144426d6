import assert from "node:assert/strict";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import { payerCodes, payerDevices, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { maskEmail } from "#lib/platform/values/email.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { beginVerification } from "#lib/testing/payers.ts";

onDatabase("verification by a code", (database, connection) => {
  const begin = () => beginVerification(connection());
  const rowsOf = (sessionId: string) =>
    database().select().from(payerCodes).where(eq(payerCodes.sessionId, sessionId));

  it("the correct code verifies its session, in any spelling", async () => {
    const { send, check, session, mails, lastCode, email, clock } = await begin();
    assert.equal((await session())?.pendingCode, null);
    await send();
    assert.equal(mails[0]?.to, email);
    assert.match(mails[0]?.text ?? "", /Corner Books/);
    assert.match(mails[0]?.text ?? "", /€12\.50/);
    const now = clock.now().getTime();
    assert.deepEqual((await session())?.pendingCode, {
      maskedEmail: "a•••@shop.example",
      expiresAt: new Date(now + 600_000),
      resendAt: new Date(now + 30_000),
      attemptsLeft: 5,
    });
    const typed = ` ${lastCode().slice(0, 3)}–${lastCode().slice(3)}\u00a0`;
    await check(typed);
    assert.equal((await session())?.verifiedBy, "code");
    assert.equal((await session())?.pendingCode, null);
    // A form sent twice.
    await check("000000");
    await send();
    assert.equal(mails.length, 1, "who is verified needs no code");
  });

  it("stores nothing readable about the payer or the code", async () => {
    const { send, check, lastCode, payers, sessionId } = await begin();
    await send();
    const code = lastCode();
    await check(code);
    await payers.remember(sessionId);
    const tables = [payerCodes, payerDevices, payerSessions];
    for (const table of tables) {
      const text = JSON.stringify(await database().select().from(table));
      assert.doesNotMatch(text, /shop\.example/);
      assert.ok(!text.includes(`"${code}"`));
    }
  });

  it("an invalid text uses no attempt", async () => {
    const { send, check, lastCode, sessionId } = await begin();
    await send();
    for (const text of ["", "abc", "12345", "1234567", "12 34 5x"]) {
      await assert.rejects(check(text), { code: "code_wrong" });
    }
    assert.equal((await rowsOf(sessionId))[0]?.wrongAttempts, 0);
    await check(lastCode());
  });

  it("five wrong attempts end a code, also for the correct one", async () => {
    const { send, check, session, lastCode, wrongCode, clock } = await begin();
    await send();
    for (let attempts = 1; attempts <= 4; attempts++) {
      await assert.rejects(check(wrongCode()), { code: "code_wrong" });
    }
    assert.ok((await session())?.pendingCode);
    await assert.rejects(check(wrongCode()), { code: "code_expired" });
    assert.equal((await session())?.pendingCode, null);
    await assert.rejects(check(lastCode()), { code: "code_expired" });
    assert.equal((await session())?.verifiedBy, null);
    clock.advance({ seconds: 30 });
    await send();
    await check(lastCode());
  });

  it("fifty parallel guesses get five checks", async () => {
    const { send, check, wrongCode, lastCode, counts, sessionId } = await begin();
    await send();
    counts.macs = 0;
    const guess = wrongCode();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => check(guess)));
    const codes = results.map((result) => result.status === "rejected" && result.reason.code);
    assert.equal(counts.macs, 5);
    assert.equal(codes.filter((code) => code === "code_wrong").length, 4);
    assert.equal(codes.filter((code) => code === "code_expired").length, 46);
    assert.equal((await rowsOf(sessionId))[0]?.wrongAttempts, 5);
    await assert.rejects(check(lastCode()), { code: "code_expired" });
  });

  it("the correct code sent many times at once is used once", async () => {
    const { send, check, lastCode, session, sessionId } = await begin();
    await send();
    await Promise.all(Array.from({ length: 5 }, () => check(lastCode())));
    assert.equal((await session())?.verifiedBy, "code");
    assert.equal((await rowsOf(sessionId)).filter(({ usedAt }) => usedAt !== null).length, 1);
  });

  it("remembers only payers verified by a code", async () => {
    const { send, check, lastCode, payers, sessionId } = await begin();
    for (const id of [sessionId, "psn_00000000000000000000000000"]) {
      await assert.rejects(payers.remember(id), { code: "payer_not_verified" });
    }
    await send();
    await check(lastCode());
    assert.ok(await payers.device(await payers.remember(sessionId), sessionId));
  });

  it("a code is valid for ten minutes", async () => {
    const { send, check, session, lastCode, clock } = await begin();
    await send();
    clock.advance({ minutes: 10, ms: -1 });
    assert.ok((await session())?.pendingCode);
    clock.advance({ ms: 1 });
    assert.equal((await session())?.pendingCode, null);
    await assert.rejects(check(lastCode()), { code: "code_expired" });
  });

  it("a code is valid in its session only", async () => {
    const first = await begin();
    const { id } = await first.payers.open({ reference: first.reference, deviceId: undefined });
    await first.send();
    const code = first.lastCode();
    const check = first.payers.checkCode({ sessionId: id, code });
    await assert.rejects(check, { code: "code_expired" });
    for (const sessionId of ["", "psn_x", "psn_00000000000000000000000000"]) {
      const input = { sessionId, code };
      await assert.rejects(first.payers.checkCode(input), { code: "session_missing" });
      await assert.rejects(
        first.payers.sendCode({ sessionId, email: "a@b.example", locale: "en" }),
        {
          code: "session_missing",
        },
      );
    }
  });

  it("a new code voids the old one, after thirty seconds at the earliest", async () => {
    const { send, resend, check, mails, lastCode, clock, email } = await begin();
    await send();
    const old = lastCode();
    await assert.rejects(resend(), { code: "code_too_soon", retryAfterSeconds: 30 });
    clock.advance({ seconds: 29, ms: 1 });
    await assert.rejects(send(email.toUpperCase()), {
      code: "code_too_soon",
      retryAfterSeconds: 1,
    });
    clock.advance({ ms: 999 });
    await resend();
    assert.equal(mails[1]?.to, email);
    if (old !== lastCode()) await assert.rejects(check(old), { code: "code_wrong" });
    await check(lastCode());
  });

  it("an internationalised domain is one mailbox, used and shown in ASCII", async () => {
    const { send, session, mails } = await begin();
    await send("a&b!c@M\u00fcller.example");
    assert.equal(mails[0]?.to, "a&b!c@xn--mller-kva.example");
    assert.equal((await session())?.pendingCode?.maskedEmail, "a•••@xn--mller-kva.example");
    for (const email of ["a&b!c@mu\u0308ller.example", "A&B!C@xn--mller-kva.example"]) {
      await assert.rejects(send(email), { code: "code_too_soon" });
    }
    assert.equal(mails.length, 1);
  });

  it("ten parallel requests send one code", async () => {
    const { send, mails, sessionId } = await begin();
    await Promise.allSettled(Array.from({ length: 10 }, () => send()));
    assert.equal(mails.length, 1);
    assert.equal((await rowsOf(sessionId)).length, 1);
  });

  it("refuses an invalid address, and a resend without a first code", async () => {
    const { send, resend, mails } = await begin();
    for (const email of [
      "",
      "ada",
      "ada@shop.example\r\nBcc: eve@evil.example",
      `${"a".repeat(250)}@x.example`,
    ]) {
      await assert.rejects(send(email), ({ code, fields }) => {
        assert.equal(code, "invalid_request");
        assert.equal(fields[0].path, "email");
        return true;
      });
    }
    await assert.rejects(resend(), { code: "invalid_request" });
    assert.equal(mails.length, 0);
  });

  it("another address can be entered at once; the previous code is valid until the new one is sent", async () => {
    const { send, check, session, sessionId, email, lastCode, post } = await begin();
    await send("typo@shop.example");
    const old = lastCode();
    post.isDown = true;
    await assert.rejects(send(), { code: "mail_unavailable" });
    assert.equal((await session())?.pendingCode?.maskedEmail, "t•••@shop.example");
    post.isDown = false;
    await send();
    assert.equal((await rowsOf(sessionId)).length, 3);
    if (old !== lastCode()) await assert.rejects(check(old), { code: "code_wrong" });
    assert.equal((await session())?.maskedEmail, null);
    await check(lastCode());
    assert.equal((await session())?.maskedEmail, maskEmail(email));
  });
});
