import assert from "node:assert/strict";
import { before, beforeEach, it } from "node:test";
import { desc, eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { recoveryCodes, users } from "#lib/identity/model/schema.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createLimits } from "#lib/platform/rate-limit/service.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createSecondFactorService, type SecondFactorService } from "./service.ts";

const SESSION = "ses_own";
const PASSWORD = "the right password";
const WRONG = { code: "second_factor_wrong" };
const seal = createSeal(Buffer.alloc(32, 7));

onBothDatabases("the second step of signing in", (database) => {
  const clock = createFakeClock();
  let service: SecondFactorService;
  let userId: `usr_${string}`;

  before(() => {
    const db = database();
    service = createSecondFactorService({
      db,
      clock,
      seal,
      limits: createLimits({ db, clock, seal, logger: { warn: assert.fail }, factor: 1 }),
      async demandPassword(id, password) {
        if (id !== userId || password !== PASSWORD) throw new AppError("invalid_request");
      },
      issuer: "Bankside",
    });
  });
  beforeEach(async () => {
    userId = await makeUser();
  });

  async function makeUser() {
    const id = newId("usr");
    const now = clock.now();
    await database()
      .insert(users)
      .values({
        id,
        email: `${id}@shop.example`,
        name: "Ada",
        passwordHash: "x",
        passwordChangedAt: now,
        createdAt: now,
      });
    return id;
  }

  const rowOf = async (id = userId) => {
    const [row] = await database().select().from(users).where(eq(users.id, id));
    assert.ok(row);
    return row;
  };
  /** `steps` are 30 seconds each, from now. */
  const codeOf = (secret: string, steps = 0) =>
    TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: clock.now().getTime() + steps * 30_000,
    });
  const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");
  async function startSetUp() {
    await service.start(userId, PASSWORD, SESSION);
    const pending = await service.pending(userId, SESSION);
    assert.ok(pending);
    return pending.secret;
  }
  it("shows the secret of a setup only to the session that started it", async () => {
    const secret = await startSetUp();
    assert.equal(await service.pending(userId, "ses_other"), undefined);
    await assert.rejects(service.confirm(userId, codeOf(secret), "ses_other"), {
      code: "not_found",
    });
    await service.confirm(userId, codeOf(secret), SESSION);
  });

  async function setUp() {
    const secret = await startSetUp();
    const codes = await service.confirm(userId, codeOf(secret), SESSION);
    clock.advance({ minutes: 20 });
    return { secret, codes };
  }
  const actions = async () => {
    const entries = await database()
      .select({ actor: auditEntries.actor, action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.target, userId))
      .orderBy(desc(auditEntries.id));
    return entries.map(({ actor, action }) =>
      actor === userId ? action : `${action} by ${actor}`,
    );
  };

  it("asks for nothing before the first correct code", async () => {
    const secret = await startSetUp();
    const pending = await service.pending(userId, SESSION);
    assert.match(pending?.uri ?? "", new RegExp(`^otpauth://totp/Bankside:.*secret=${secret}`));
    assert.deepEqual(await service.status(userId), { onSince: null, recoveryCodesLeft: 0 });
    await assert.rejects(service.take(userId, codeOf(secret)), WRONG);
    await assert.rejects(service.confirm(userId, otherThan(codeOf(secret)), SESSION), WRONG);
    await assert.rejects(service.confirm(userId, "", SESSION), WRONG);
    assert.equal((await rowOf()).totpConfirmedAt, null);

    const codes = await service.confirm(
      userId,
      ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`,
      SESSION,
    );
    assert.equal(codes.length, 10);
    assert.deepEqual(await service.status(userId), { onSince: clock.now(), recoveryCodesLeft: 10 });
    assert.equal(await service.pending(userId, SESSION), undefined, "the secret is told no more");
    assert.deepEqual(await actions(), ["user.second_factor_on"]);
  });

  it("seals the secret, bound to its user, and stores digests of recovery codes", async () => {
    const { secret, codes } = await setUp();
    const row = await rowOf();
    assert.doesNotMatch(JSON.stringify(row), new RegExp(secret));
    const stored = await database()
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId));
    assert.equal(stored.length, 10);
    for (const code of codes) {
      assert.ok(
        !JSON.stringify(stored).includes(code) &&
          !JSON.stringify(stored).includes(code.replaceAll("-", "")),
      );
    }
    const other = await makeUser();
    await database()
      .update(users)
      .set({ sealedTotpSecret: row.sealedTotpSecret, totpConfirmedAt: clock.now() })
      .where(eq(users.id, other));
    await assert.rejects(
      service.take(other, codeOf(secret)),
      (error) => !(error instanceof AppError),
    );
  });

  it("requires the password to set up, renew and turn off", async () => {
    const wrong = { code: "invalid_request" };
    await assert.rejects(service.start(userId, "wrong", SESSION), wrong);
    assert.equal((await rowOf()).sealedTotpSecret, null);
    const { secret, codes } = await setUp();
    await assert.rejects(service.switchOff(userId, "wrong"), wrong);
    await assert.rejects(service.renewRecoveryCodes(userId, "wrong"), wrong);
    await service.take(userId, codeOf(secret));
    await service.take(userId, codes[0] ?? "");
  });

  it("accepts a code once, in its window, and none before an accepted one", async () => {
    const { secret } = await setUp();
    await assert.rejects(service.take(userId, codeOf(secret, -2)), WRONG);
    await assert.rejects(service.take(userId, codeOf(secret, 2)), WRONG);
    await service.take(userId, codeOf(secret, -1));
    await assert.rejects(service.take(userId, codeOf(secret, -1)), WRONG);
    await service.take(userId, codeOf(secret, 1));
    clock.advance({ minutes: 15 });
    await service.take(userId, codeOf(secret));
    await assert.rejects(service.take(userId, codeOf(secret)), WRONG);
    await assert.rejects(service.take(userId, codeOf(secret, -1)), WRONG, "older than the last");
  });

  it("does not accept the code that turned it on again", async () => {
    const secret = await startSetUp();
    const code = codeOf(secret);
    await service.confirm(userId, code, SESSION);
    await assert.rejects(service.take(userId, code), WRONG);
  });

  it("accepts one of many parallel uses of a code", async () => {
    const { secret, codes } = await setUp();
    for (const code of [codeOf(secret), codes[0] ?? ""]) {
      const tries = await Promise.allSettled(
        Array.from({ length: 5 }, () => service.take(userId, code)),
      );
      assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1, code);
      clock.advance({ minutes: 20 });
    }
  });

  it("accepts one of many parallel confirmations, whose recovery codes are valid", async () => {
    const secret = await startSetUp();
    const code = codeOf(secret);
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => service.confirm(userId, code, SESSION)),
    );
    const won = tries.filter((each) => each.status === "fulfilled");
    assert.equal(won.length, 1);
    assert.equal((await service.status(userId)).recoveryCodesLeft, 10);
    await service.take(userId, won[0]?.value[3] ?? "");
  });

  it("accepts each recovery code once, in any spelling, from its own user only", async () => {
    const { codes } = await setUp();
    const [first = "", second = "", third = ""] = codes;
    await service.take(userId, first.toUpperCase().replaceAll("-", " "));
    await assert.rejects(service.take(userId, first), WRONG);
    await service.take(userId, second);
    assert.equal((await service.status(userId)).recoveryCodesLeft, 8);
    assert.deepEqual((await actions()).slice(0, 2), [
      "user.recovery_code_used",
      "user.recovery_code_used",
    ]);
    await assert.rejects(service.take(await makeUser(), third), WRONG);
    await service.take(userId, third);
  });

  it("replaces old recovery codes with new ones", async () => {
    const { codes } = await setUp();
    const [old = ""] = codes;
    const fresh = await service.renewRecoveryCodes(userId, PASSWORD);
    assert.equal(new Set([...codes, ...fresh]).size, 20);
    await assert.rejects(service.take(userId, old), WRONG);
    await service.take(userId, fresh[0] ?? "");
    assert.equal((await service.status(userId)).recoveryCodesLeft, 9);
  });

  it("turns off completely, and can be set up again with another secret", async () => {
    const { secret, codes } = await setUp();
    await assert.rejects(service.start(userId, PASSWORD, SESSION), { code: "limit_reached" });
    await service.switchOff(userId, PASSWORD);
    assert.deepEqual(await service.status(userId), { onSince: null, recoveryCodesLeft: 0 });
    const { sealedTotpSecret, totpLastStep } = await rowOf();
    assert.deepEqual(
      { sealedTotpSecret, totpLastStep },
      { sealedTotpSecret: null, totpLastStep: null },
    );
    await assert.rejects(service.take(userId, codeOf(secret)), WRONG);
    await assert.rejects(service.take(userId, codes[0] ?? ""), WRONG);
    await assert.rejects(service.switchOff(userId, PASSWORD), { code: "not_found" });
    await assert.rejects(service.renewRecoveryCodes(userId, PASSWORD), { code: "not_found" });
    await assert.rejects(service.confirm(userId, codeOf(secret), SESSION), { code: "not_found" });
    clock.advance({ minutes: 20 });
    const again = await setUp();
    assert.notEqual(again.secret, secret);
    await service.take(userId, codeOf(again.secret));
  });

  it("drops the secret of a setup that was restarted", async () => {
    const first = await startSetUp();
    const second = await startSetUp();
    assert.notEqual(first, second);
    await assert.rejects(service.confirm(userId, codeOf(first), SESSION), WRONG);
    await service.confirm(userId, codeOf(second), SESSION);
  });

  it("stops after five wrong attempts for 15 minutes, also for correct codes", async () => {
    const { secret, codes } = await setUp();
    await service.take(userId, codeOf(secret, -1));
    for (let count = 0; count < 5; count++) {
      await assert.rejects(
        service.take(userId, count % 2 ? "nonsense" : otherThan(codeOf(secret))),
        WRONG,
      );
    }
    const stopped = { code: "too_many_tries" };
    await assert.rejects(service.take(userId, codeOf(secret)), stopped);
    await assert.rejects(service.take(userId, codes[0] ?? ""), stopped);
    assert.equal((await service.status(userId)).recoveryCodesLeft, 10);
    clock.advance({ minutes: 16 });
    await service.take(userId, codeOf(secret));
  });

  it("does not count correct attempts", async () => {
    const { codes } = await setUp();
    for (const code of codes) await service.take(userId, code);
    assert.equal((await service.status(userId)).recoveryCodesLeft, 0);
  });

  it("ends an unfinished setup after 15 minutes", async () => {
    await service.start(userId, PASSWORD, SESSION);
    clock.advance({ minutes: 15 });
    assert.ok(await service.pending(userId, SESSION));
    clock.advance({ ms: 1 });
    assert.equal(await service.pending(userId, SESSION), undefined);
    await assert.rejects(service.confirm(userId, "123456", SESSION), { code: "not_found" });
  });
});
