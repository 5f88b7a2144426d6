import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { payees } from "#lib/merchants/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";
const CONFIRMED = "NL91ABNA0417164300";
const IBAN = "DE89370400440532013000";
const THIRD = "GB29NWBK60161331926819";

onDatabase("payees that owners propose", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let accountId: string;
  before(() => {
    test = createTestServices(connection());
  });
  const make = async () => {
    const merchant = await makeMerchant(test.services);
    ({ accountId } = merchant);
    return merchant;
  };
  const makeWithoutPayee = async () => {
    const merchant = await make();
    await database().delete(payees).where(eq(payees.accountId, accountId));
    return merchant;
  };
  const propose = (iban: string, holder = "Ada Books") =>
    test.services.accounts.proposePayee({ accountId, iban, holder }, ACTOR);
  const overview = async () => {
    const { primary, proposed, others } = await test.services.accounts.payeeOverview(accountId);
    const short = (row: typeof primary) => row && [row.iban, row.name, row.confirmedAt !== null];
    return { primary: short(primary), proposed: short(proposed), others: others.map(short) };
  };
  const actions = async () =>
    (await test.services.audit.list({ accountId, limit: 10 }))
      .filter(({ action }) => action.startsWith("payee."))
      .map(({ actor, action, details }) => ({ actor, action, details }));

  it("apply to test mode at once while none is confirmed, and replace one another", async () => {
    const { apiKey } = await makeWithoutPayee();
    await propose("de89 3704 0044 0532 0130 00", " Ada ");
    assert.deepEqual(await overview(), {
      primary: [IBAN, "Ada", false],
      proposed: undefined,
      others: [],
    });
    assert.equal((await makeTransaction(test.services, apiKey)).payeeIban, IBAN);
    await assert.rejects(test.services.accounts.primaryPayee(accountId, "live"), {
      code: "no_payee",
    });
    await propose(THIRD);
    await propose(THIRD);
    assert.deepEqual((await overview()).primary, [THIRD, "Ada Books", false]);
    const entry = { actor: ACTOR, action: "payee.proposed", details: { primary: true } };
    assert.deepEqual(await actions(), [entry, entry]);
  });

  it("receive the account's payments before and after the operator confirms them", async () => {
    await makeWithoutPayee();
    await propose(IBAN);
    const { accounts } = test.services;
    await accounts.confirmPayee({ accountId, iban: IBAN, name: "Ada Books", isPrimary: false });
    assert.deepEqual(await accounts.primaryPayee(accountId, "live"), {
      iban: IBAN,
      name: "Ada Books",
    });
  });

  it("change nothing beside a confirmed payee until they are confirmed", async () => {
    const { apiKey } = await make();
    await propose(IBAN);
    const was = [CONFIRMED, "Corner Books", true];
    assert.deepEqual(await overview(), {
      primary: was,
      proposed: [IBAN, "Ada Books", false],
      others: [],
    });
    assert.equal((await makeTransaction(test.services, apiKey)).payeeIban, CONFIRMED);
    const { accounts } = test.services;
    assert.equal(await accounts.findPayee(accountId, IBAN, "live"), undefined);
    await accounts.confirmPayee({ accountId, iban: IBAN, name: "Ada Books", isPrimary: true });
    assert.deepEqual(await overview(), {
      primary: [IBAN, "Ada Books", true],
      proposed: undefined,
      others: [was],
    });
    assert.equal((await makeTransaction(test.services, apiKey)).payeeIban, IBAN);
  });

  it("exist one at a time, and can be withdrawn", async () => {
    await make();
    await propose(IBAN);
    await propose(THIRD);
    assert.deepEqual((await overview()).proposed, [THIRD, "Ada Books", false]);
    await test.services.accounts.withdrawPayee(accountId, ACTOR);
    await test.services.accounts.withdrawPayee(accountId, ACTOR);
    assert.deepEqual(await overview(), {
      primary: [CONFIRMED, "Corner Books", true],
      proposed: undefined,
      others: [],
    });
    const proposed = { actor: ACTOR, action: "payee.proposed", details: { primary: false } };
    const withdrawn = { actor: ACTOR, action: "payee.withdrawn", details: {} };
    assert.deepEqual(await actions(), [withdrawn, proposed, proposed]);
  });

  it("leave one when several are sent at once", async () => {
    for (const isFirst of [true, false]) {
      await (isFirst ? makeWithoutPayee() : make());
      await Promise.all([IBAN, THIRD, "FR1420041010050500013M02606"].map((iban) => propose(iban)));
      const rows = await database().select().from(payees).where(eq(payees.accountId, accountId));
      assert.equal(rows.filter(({ confirmedAt }) => !confirmedAt).length, 1);
      assert.equal(rows.filter(({ isPrimary }) => isPrimary).length, 1);
    }
  });

  it("can't be withdrawn while test payments go to them", async () => {
    await makeWithoutPayee();
    await propose(IBAN);
    await test.services.accounts.withdrawPayee(accountId, ACTOR);
    assert.deepEqual((await overview()).primary, [IBAN, "Ada Books", false]);
  });

  it("can't change the holder of a confirmed payee, or which one is primary", async () => {
    await make();
    await assert.rejects(propose(CONFIRMED, "Somebody Else"), {
      fields: [{ path: "iban", message: "iban_in_use" }],
    });
    const { accounts } = test.services;
    await accounts.confirmPayee({ accountId, iban: IBAN, name: "Ada", isPrimary: false });
    await assert.rejects(propose(IBAN, "Ada"), {
      fields: [{ path: "iban", message: "iban_confirmed" }],
    });
    assert.deepEqual((await overview()).primary, [CONFIRMED, "Corner Books", true]);
  });

  it("are refused for wrong fields and for a closed account", async () => {
    await make();
    await assert.rejects(propose("DE89370400440532013001"), {
      fields: [{ path: "iban", message: "iban" }],
    });
    await assert.rejects(propose(IBAN, "a\u202eb"), {
      fields: [{ path: "holder", message: "account_holder" }],
    });
    await test.services.operator.close(accountId);
    await assert.rejects(propose(IBAN), { code: "account_closed" });
    await assert.rejects(test.services.accounts.withdrawPayee(accountId, ACTOR), {
      code: "account_closed",
    });
  });
});
