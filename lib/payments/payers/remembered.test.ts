import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { maskEmail } from "#lib/platform/values/email.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestPayers } from "#lib/testing/payers.ts";

onDatabase("the payer of a remembered device", (_database, connection) => {
  const anEmail = () => `ada-${randomUUID()}@shop.example`;

  /** `verifiedAs`: the address that a code verifies later, in the same browser. */
  async function begin(email: string, verifiedAs?: string) {
    const test = createTestPayers(connection());
    const { payers, clock } = test;
    const deviceId = await test.rememberDevice(email);
    clock.advance({ minutes: 1 });
    const { session } = await test.openWeb();
    if (verifiedAs !== undefined) {
      await payers.sendCode({ sessionId: session.id, email: verifiedAs, locale: "en" });
      const input = { sessionId: session.id, code: test.lastCode() };
      await payers.checkCode(input);
    }
    const { id, reference } = session;
    return { ...test, deviceId, id, read: () => payers.session(id, reference) };
  }

  it("is shown before there is a session", async () => {
    const email = anEmail();
    const { payers, deviceId } = await begin(email);
    assert.deepEqual(await payers.device(deviceId), { maskedEmail: maskEmail(email) });
  });

  it("is shown in a session the device verified, until it is forgotten", async () => {
    const email = anEmail();
    const { payers, deviceId, openWeb, rememberDevice } = await begin(email);
    const { session } = await openWeb(deviceId);
    const read = () => payers.session(session.id, session.reference);
    assert.deepEqual(await payers.device(deviceId, session.id), { maskedEmail: maskEmail(email) });
    assert.equal((await read())?.maskedEmail, maskEmail(email));
    const another = await rememberDevice(anEmail());
    assert.equal(await payers.device(another, session.id), undefined);
    await payers.forget(deviceId);
    assert.equal((await read())?.verifiedBy, null);
    assert.equal((await read())?.maskedEmail, null);
  });

  it("is shown in a session verified by a code to the same address, in any case", async () => {
    const email = anEmail();
    const { payers, deviceId, id } = await begin(email, email.replace("ada", "ADA"));
    assert.deepEqual(await payers.device(deviceId, id), { maskedEmail: maskEmail(email) });
  });

  it("is hidden in a session verified by a code to another address", async () => {
    const other = `zoe-${randomUUID()}@shop.example`;
    const { payers, deviceId, id, read } = await begin(anEmail(), other);
    assert.equal(await payers.device(deviceId, id), undefined);
    assert.equal((await read())?.maskedEmail, maskEmail(other));
  });

  it("is hidden in an unverified session, and without one", async () => {
    const { payers, deviceId, id, read } = await begin(anEmail());
    assert.equal(await payers.device(deviceId, id), undefined);
    assert.equal((await read())?.maskedEmail, null);
    assert.equal(await payers.device(deviceId, "psn_x"), undefined);
  });
});
