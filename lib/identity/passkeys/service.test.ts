import assert from "node:assert/strict";
import { before, beforeEach, it } from "node:test";
import { desc, eq } from "drizzle-orm";
import { passkeyChallenges, users } from "#lib/identity/model/schema.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createLimits } from "#lib/platform/rate-limit/service.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { createAuthenticator } from "#lib/testing/authenticator.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createPasskeyService, type PasskeyService } from "./service.ts";

const ORIGIN = "https://pay.example";
const SITE = { origin: ORIGIN, rpId: "pay.example" };
const FAILED = { code: "passkey_failed" };
const PASSWORD = "the right password";
const INPUT = { name: "Laptop", password: PASSWORD };

onBothDatabases("passkeys", (database) => {
  const clock = createFakeClock();
  let service: PasskeyService;
  let user: { id: `usr_${string}`; email: string; name: string };
  let address = "";
  let addresses = 0;

  before(() => {
    const db = database();
    const seal = createSeal(Buffer.alloc(32, 7));
    service = createPasskeyService({
      db,
      clock,
      limits: createLimits({ db, clock, seal, logger: { warn: assert.fail }, factor: 1 }),
      async demandPassword(_id, password) {
        if (password !== PASSWORD) throw new AppError("invalid_request");
      },
      consoleUrl: `${ORIGIN}/console`,
      siteName: "Bankside",
      isOidcOnly: false,
    });
  });
  beforeEach(async () => {
    user = await makeUser();
    address = `192.0.2.${++addresses}`;
  });

  async function makeUser() {
    const id = newId("usr");
    const now = clock.now();
    const made = { id, email: `${id}@shop.example`, name: "Ada" };
    await database()
      .insert(users)
      .values({ ...made, passwordHash: "x", passwordChangedAt: now, createdAt: now });
    return made;
  }

  async function addPasskey(owner = user, name = "Laptop") {
    const authenticator = createAuthenticator(SITE);
    const { challenge } = await service.startRegistration(owner, INPUT);
    const response = authenticator.register(challenge);
    const { id } = await service.finishRegistration(owner.id, { name, response });
    return { id, authenticator, response };
  }
  const newChallenge = async () => (await service.startSignIn(address, false)).challenge;

  it("are created for this host, with user verification, and have a name", async () => {
    const options = await service.startRegistration(user, INPUT);
    assert.deepEqual(options.rp, { id: "pay.example", name: "Bankside" });
    assert.deepEqual(options.user, {
      id: Buffer.from(user.id).toString("base64url"),
      name: user.email,
      displayName: "Ada",
    });
    assert.equal(options.authenticatorSelection?.userVerification, "required");
    assert.equal(options.authenticatorSelection?.residentKey, "required");

    const { id } = await addPasskey(user, " Work laptop ");
    const [passkey, ...others] = await service.list(user.id);
    assert.equal(others.length, 0);
    assert.deepEqual(passkey, {
      id,
      name: "Work laptop",
      createdAt: clock.now(),
      lastUsedAt: null,
    });
    const again = await service.startRegistration(user, INPUT);
    assert.equal(again.excludeCredentials?.length, 1);
    const [entry] = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, id))
      .orderBy(desc(auditEntries.id));
    assert.deepEqual(
      [entry?.actor, entry?.action, entry?.details],
      [user.id, "user.passkey_added", {}],
    );
  });

  it("require the password to be created", async () => {
    await assert.rejects(service.startRegistration(user, { ...INPUT, password: "wrong" }), {
      code: "invalid_request",
    });
  });

  it("sign in their user and store the time", async () => {
    const { authenticator } = await addPasskey();
    await addPasskey(await makeUser());
    clock.advance({ minutes: 5 });
    const response = authenticator.signIn(await newChallenge(), user.id);
    assert.deepEqual(await service.finishSignIn(response, address, undefined), { userId: user.id });
    assert.deepEqual((await service.list(user.id))[0]?.lastUsedAt, clock.now());
  });

  it("answer each challenge once", async () => {
    const { authenticator } = await addPasskey();
    const response = authenticator.signIn(await newChallenge(), user.id);
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => service.finishSignIn(response, address, undefined)),
    );
    assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
    await assert.rejects(service.finishSignIn(response, address, undefined), FAILED);

    const { challenge } = await service.startRegistration(user, INPUT);
    const input = { name: "Phone", response: createAuthenticator(SITE).register(challenge) };
    await service.finishRegistration(user.id, input);
    await assert.rejects(service.finishRegistration(user.id, input), FAILED);
  });

  it("consume a challenge with a wrong response too", async () => {
    const { authenticator } = await addPasskey();
    const challenge = await newChallenge();
    const unverified = authenticator.signIn(challenge, user.id, { isUserVerified: false });
    await assert.rejects(service.finishSignIn(unverified, address, undefined), FAILED);
    await assert.rejects(
      service.finishSignIn(authenticator.signIn(challenge, user.id), address, undefined),
      FAILED,
    );
  });

  it("answer only our challenges of the last five minutes, for their purpose and user", async () => {
    const { authenticator } = await addPasskey();
    const made = Buffer.alloc(32, 9).toString("base64url");
    await assert.rejects(
      service.finishSignIn(authenticator.signIn(made, user.id), address, undefined),
      FAILED,
    );
    const late = await newChallenge();
    clock.advance({ minutes: 5 });
    await assert.rejects(
      service.finishSignIn(authenticator.signIn(late, user.id), address, undefined),
      FAILED,
    );

    const { challenge } = await service.startRegistration(user, INPUT);
    await assert.rejects(
      service.finishSignIn(authenticator.signIn(challenge, user.id), address, undefined),
      FAILED,
    );
    const response = createAuthenticator(SITE).register(challenge);
    const other = await makeUser();
    await assert.rejects(service.finishRegistration(other.id, { name: "x", response }), FAILED);
    const forSignIn = createAuthenticator(SITE).register(await newChallenge());
    await assert.rejects(
      service.finishRegistration(user.id, { name: "x", response: forSignIn }),
      FAILED,
    );
    await service.finishRegistration(user.id, { name: "x", response });
  });

  it("are refused for other sites, without user verification, and with another key's signature", async () => {
    const { authenticator } = await addPasskey();
    const wrongs = [
      { origin: "https://evil.example" },
      { origin: "http://pay.example" },
      { origin: "https://pay.example.evil.example" },
      { rpId: "evil.example" },
      { isUserVerified: false },
    ];
    for (const wrong of wrongs) {
      const response = authenticator.signIn(await newChallenge(), user.id, wrong);
      await assert.rejects(
        service.finishSignIn(response, address, undefined),
        FAILED,
        JSON.stringify(wrong),
      );
      const { challenge } = await service.startRegistration(user, INPUT);
      const made = createAuthenticator(SITE).register(challenge, wrong);
      const finished = service.finishRegistration(user.id, { name: "x", response: made });
      await assert.rejects(finished, FAILED, JSON.stringify(wrong));
    }
    const challenge = await newChallenge();
    const own = authenticator.signIn(challenge, user.id);
    const { signature } = createAuthenticator(SITE).signIn(challenge, user.id).response;
    const forged = { ...own, response: { ...own.response, signature } };
    await assert.rejects(service.finishSignIn(forged, address, undefined), FAILED);
    assert.equal((await service.list(user.id)).length, 1);
    assert.equal((await service.list(user.id))[0]?.lastUsedAt, null);
  });

  it("are refused for another user, if unknown, and with malformed responses", async () => {
    const { authenticator } = await addPasskey();
    const other = await makeUser();
    await assert.rejects(
      service.finishSignIn(
        authenticator.signIn(await newChallenge(), other.id),
        address,
        undefined,
      ),
      FAILED,
    );
    const unknown = createAuthenticator(SITE).signIn(await newChallenge(), user.id);
    await assert.rejects(service.finishSignIn(unknown, address, undefined), FAILED);
    const good = authenticator.signIn(await newChallenge(), user.id);
    for (const clientDataJSON of [
      "AAAA",
      Buffer.from("null").toString("base64url"),
      Buffer.from("{}").toString("base64url"),
    ]) {
      const bad = { ...good, response: { ...good.response, clientDataJSON } };
      await assert.rejects(service.finishSignIn(bad, address, undefined), FAILED);
    }
  });

  it("are refused once their counter went back, which shows a copy", async () => {
    const { authenticator } = await addPasskey();
    authenticator.setCounter(5);
    await service.finishSignIn(
      authenticator.signIn(await newChallenge(), user.id),
      address,
      undefined,
    );
    authenticator.setCounter(4);
    await assert.rejects(
      service.finishSignIn(authenticator.signIn(await newChallenge(), user.id), address, undefined),
      FAILED,
    );
    authenticator.setCounter(6);
    await service.finishSignIn(
      authenticator.signIn(await newChallenge(), user.id),
      address,
      undefined,
    );
  });

  it("belong to one user, who alone can remove them", async () => {
    const { id, authenticator } = await addPasskey();
    const other = await makeUser();
    await assert.rejects(service.remove(other.id, id), { code: "not_found" });
    const { challenge } = await service.startRegistration(other, INPUT);
    const again = { name: "mine now", response: authenticator.register(challenge) };
    await assert.rejects(service.finishRegistration(other.id, again), FAILED);
    await service.remove(user.id, id);
    assert.deepEqual(await service.list(user.id), []);
    await assert.rejects(service.remove(user.id, id), { code: "not_found" });
    await assert.rejects(
      service.finishSignIn(authenticator.signIn(await newChallenge(), user.id), address, undefined),
      FAILED,
    );
  });

  it("have a name of 1 to 60 printable characters; without one the challenge stays valid", async () => {
    const { challenge } = await service.startRegistration(user, INPUT);
    const response = createAuthenticator(SITE).register(challenge);
    for (const name of ["", "  ", "x".repeat(61), "a\u202eb", "a\nb"]) {
      const wrong = {
        code: "invalid_request",
        fields: [{ path: "name", message: "passkey_name_missing" }],
      };
      await assert.rejects(service.startRegistration(user, { ...INPUT, name }), wrong);
      await assert.rejects(service.finishRegistration(user.id, { name, response }), wrong);
    }
    await service.finishRegistration(user.id, { name: "x".repeat(60), response });
  });

  it("are limited to 20, also in parallel", async () => {
    for (let count = 0; count < 19; count++) await addPasskey();
    const responses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { challenge } = await service.startRegistration(user, INPUT);
        return createAuthenticator(SITE).register(challenge);
      }),
    );
    const tries = await Promise.allSettled(
      responses.map((response) => service.finishRegistration(user.id, { name: "x", response })),
    );
    assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await service.list(user.id)).length, 20);
    await assert.rejects(addPasskey(), { code: "limit_reached" });
  });

  it("allow 50 failed attempts per address in 15 minutes", async () => {
    const { authenticator } = await addPasskey();
    for (let count = 0; count < 3; count++) {
      await service.finishSignIn(
        authenticator.signIn(await newChallenge(), user.id),
        address,
        undefined,
      );
    }
    for (let count = 0; count < 50; count++) await newChallenge();
    await assert.rejects(newChallenge(), { code: "too_many_tries" });
  });

  it("leave no unanswered challenges", async () => {
    await newChallenge();
    clock.advance({ minutes: 6 });
    const fresh = await newChallenge();
    assert.ok((await service.purge()) >= 1);
    const left = await database().select().from(passkeyChallenges);
    assert.deepEqual(
      left.map(({ challenge }) => challenge),
      [fresh],
    );
  });
});
