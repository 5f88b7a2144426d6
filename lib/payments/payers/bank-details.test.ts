import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { payerSessions } from "#lib/payments/model/payers.schema.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestPayers } from "#lib/testing/payers.ts";
import { readBankDetails } from "./sessions.ts";

const IBAN = "DE89370400440532013000";
const OTHER = "NL91ABNA0417164300";

onDatabase("what a bank needs from the payer before the order", (database, connection) => {
  let test: ReturnType<typeof createTestPayers>;

  before(() => {
    test = createTestPayers(connection());
  });

  async function begin() {
    const { transaction, session } = await test.openWeb();
    await test.payers.sendCode({ sessionId: session.id, email: "ada@shop.example", locale: "en" });
    await test.payers.checkCode({ sessionId: session.id, code: test.lastCode() });
    const view = await test.services.checkout.view(transaction.reference, "web");
    const start = async (entered?: { iban?: string; id?: string }, bankId = "scripted") => {
      const own = await test.payers.resume(
        (await test.services.transactions.findByReference(transaction.reference)) ?? assert.fail(),
        session.id,
      );
      assert.ok(own);
      const { orderDigest = "" } = view ?? {};
      return test.payers.start(own, { bankId, orderDigest, payerIp: undefined, entered });
    };
    return { transaction, session, start };
  }

  const missing = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(isAppError(error) && error.code === "payer_details_needed", `${error}`);
    return error.fields?.map(({ path }) => path);
  };

  it("is asked for, checked, sent with the order, and kept only sealed", async () => {
    test.bank.settings.needs = ["iban", "id"];
    const { transaction, session, start } = await begin();
    assert.deepEqual(await missing(start()), ["iban", "id"]);
    assert.deepEqual(await missing(start({ iban: "DE00", id: "jane.doe" })), ["iban"]);
    assert.deepEqual(await missing(start({ iban: IBAN, id: "j\u0000" })), ["id"]);
    assert.deepEqual(await missing(start({ iban: IBAN, id: "jäne" })), ["id"]);
    assert.equal(test.bank.calls.start, 0);

    assert.ok(await start({ iban: "DE89 3704 0044 0532 0130 00", id: " jane.doe " }));
    const [sent] = test.bank.payments();
    assert.deepEqual([sent?.order.payerIban, sent?.order.payerId], [IBAN, "jane.doe"]);
    const [row] = await database()
      .select()
      .from(payerSessions)
      .where(eq(payerSessions.id, session.id));
    assert.doesNotMatch(JSON.stringify(row), /jane|3704/);
    const attempt = await test.services.attempts.latest(transaction.id);
    assert.equal(attempt?.sendsPayerIban, true);
    assert.doesNotMatch(JSON.stringify(attempt), /jane|3704/);
  });

  it("stays what the open payment was sent with, and can be corrected after a refusal", async () => {
    test = createTestPayers(connection());
    test.bank.settings.needs = ["iban"];
    const { session, start } = await begin();
    test.bank.refuse(({ payerIban }) => payerIban !== IBAN);
    await assert.rejects(start({ iban: OTHER }), { code: "bank_unavailable" });
    assert.deepEqual(
      test.bank.refused().map(({ payerIban }) => payerIban),
      [OTHER],
      "not again without the account",
    );
    assert.deepEqual(await missing(start()), ["iban"]);
    const address = await start({ iban: IBAN });
    assert.ok(address);
    assert.equal(await start({ iban: OTHER }), address);
    const deps = { db: database(), seal: test.services.seal };
    assert.deepEqual(await readBankDetails(deps, session.id, "scripted"), { iban: IBAN });
    assert.equal(test.bank.payments().length, 1);
  });

  it("is asked for by no other bank", async () => {
    test = createTestPayers(connection());
    const { start } = await begin();
    assert.ok(await start({ iban: IBAN, id: "jane" }));
    const [sent] = test.bank.payments();
    assert.deepEqual([sent?.order.payerIban, sent?.order.payerId], [undefined, undefined]);
  });
});
