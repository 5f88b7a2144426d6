import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { createTestPayers, startAsPayer } from "#lib/testing/payers.ts";
import { createPayerService } from "./service.ts";

const both = [false, true];
const cases = (["account", "always"] as const).flatMap((operator) =>
  (["on", "off"] as const).flatMap((setting) =>
    (["web", "direct"] as const).flatMap((flow) =>
      both.flatMap((isSent) =>
        both.flatMap((isWhitelisted) =>
          both.map((isRemembered) => ({
            operator,
            setting,
            flow,
            isSent,
            isWhitelisted,
            isRemembered,
          })),
        ),
      ),
    ),
  ),
);

onDatabase("who needs a code", (database, connection) => {
  for (const each of cases) {
    const { operator, setting, flow, isSent, isWhitelisted, isRemembered } = each;
    const isVouched = isSent && isWhitelisted;
    const isOff = operator === "account" && setting === "off";
    const needsCode = !(isVouched || isRemembered || isOff);

    it(`${needsCode ? "a code" : "none"}: ${JSON.stringify(each)}`, async () => {
      // One address gets five codes at most.
      const email = `${randomUUID()}@shop.example`;
      const test = createTestPayers(connection());
      const { services, clock } = test;
      const payers = createPayerService({
        ...services,
        db: database(),
        clock,
        env: { ...services.env, PAYER_VERIFICATION: operator },
        sendMail: async () => undefined,
      });
      const deviceId = isRemembered ? await test.rememberDevice(email) : undefined;
      const sent = isSent ? { email } : {};
      const { accountId, open } = flow === "web" ? await makeWeb(sent) : await makeDirect(sent);
      await services.accounts.setEmailWhitelisted(accountId, isWhitelisted);
      await services.accounts.setPayerVerification(accountId, setting, "operator");
      const { id: sessionId, reference } = await open(deviceId);
      const order = { sessionId, reference, orderDigest: "changed" };
      const refusal = await startAsPayer({ services, payers }, order).catch(
        (error: unknown) => error,
      );
      assert.ok(isAppError(refusal));
      // The next refusal after a verified payer's.
      assert.equal(refusal.code, needsCode ? "payer_not_verified" : "order_changed");

      async function makeWeb(payer: { email?: string }) {
        const { apiKey } = await makeMerchant(services);
        const transaction = await makeTransaction(services, apiKey, { payer });
        return {
          accountId: apiKey.accountId,
          open: (id?: string) => payers.open({ reference: transaction.reference, deviceId: id }),
        };
      }

      async function makeDirect(details: { email?: string }) {
        const { apiKey, link } = await test.makeLink({ details });
        return {
          accountId: apiKey.accountId,
          open: (id?: string) => payers.exchange({ ...link, deviceId: id }),
        };
      }
    });
  }

  it("the same order with another payer is one transaction, for the last named payer", async () => {
    const { services, payers } = createTestPayers(connection());
    const { apiKey } = await makeMerchant(services);
    await services.accounts.setEmailWhitelisted(apiKey.accountId, true);
    const order = { externalId: "order-of-two" };
    const first = await makeTransaction(services, apiKey, { ...order, payer: { name: "Ada" } });
    assert.equal(await payers.needsVerification(first), true);
    const payer = { email: "bea@shop.example" };
    const second = await makeTransaction(services, apiKey, { ...order, payer });
    assert.equal(second.id, first.id);
    assert.equal(await payers.needsVerification(second), false);
    const again = await makeTransaction(services, apiKey, order);
    assert.deepEqual([again.id, await payers.needsVerification(again)], [first.id, false]);
  });

  it("an address sent by a server is on no page, in no row, and deleted a day after the outcome", async () => {
    const { services, payers, clock, purge } = createTestPayers(connection());
    const { apiKey } = await makeMerchant(services);
    await services.accounts.setEmailWhitelisted(apiKey.accountId, true);
    const payer = { email: "ada@shop.example", name: "Ada Lovelace" };
    const { id, reference } = await makeTransaction(services, apiKey, { payer });
    const { id: sessionId } = await payers.open({ reference, deviceId: undefined });
    const session = await payers.session(sessionId, reference);
    assert.deepEqual(
      [session?.verifiedBy, session?.email, session?.maskedEmail],
      ["merchant", null, null],
    );
    const read = async () =>
      (await database().select().from(transactions).where(eq(transactions.id, id)))[0];
    assert.ok((await read())?.sealedPayer);
    assert.doesNotMatch(JSON.stringify(await read()), /ada@|lovelace/i);
    await services.attempts.endUnpaid(id, "cancelled");
    await purge();
    assert.ok((await read())?.sealedPayer, "too early");
    clock.advance({ minutes: 25 * 60 });
    await purge();
    assert.equal((await read())?.sealedPayer, null);
  });
});
