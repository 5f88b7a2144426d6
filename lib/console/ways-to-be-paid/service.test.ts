import assert from "node:assert/strict";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import { payees } from "#lib/merchants/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createServicesWithoutBanks,
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { logWaysToBePaid } from "./start-log.ts";

onDatabase("an account's ways to be paid", (database, connection) => {
  const withBanks = () => createTestServices(connection());
  const unconfirm = (accountId: string) =>
    database().update(payees).set({ confirmedAt: null }).where(eq(payees.accountId, accountId));
  const logged = async (services: ReturnType<typeof withBanks>["services"]) => {
    const lines: unknown[] = [];
    const logger = {
      warn: (fields: object, text: string) => lines.push([fields, text]),
      info: (text: string) => lines.push(text),
    } as never;
    await logWaysToBePaid({ ...services, logger });
    return lines;
  };

  it("are logged at start, and reported to the operator, if live accounts have none", async () => {
    const { services } = createServicesWithoutBanks(connection());
    assert.deepEqual(await logged(services), [], "without live keys");
    const paid = await makeMerchant(services, { mode: "live" });
    const bare = await makeMerchant(services, { mode: "live" });
    const unconfirmed = await makeMerchant(services, { mode: "live" });
    await makeMerchant(services);
    await services.accounts.setTakesTransfers(paid.accountId, true, "operator");
    await services.accounts.setTakesTransfers(unconfirmed.accountId, true, "operator");
    await unconfirm(unconfirmed.accountId);
    const lacking = async () =>
      (await services.waysToBePaid.listUnpayable()).map(({ id, lacks }) => [id, lacks]);
    assert.deepEqual(await lacking(), [
      [bare.accountId, "road"],
      [unconfirmed.accountId, "iban"],
    ]);
    assert.deepEqual(await logged(services), [
      [
        { alert: "no_way_to_pay", accounts: 2 },
        "no bank is configured for live mode. Accounts with live API keys that can't be paid: 2. They lack a confirmed IBAN, or both a bank and bank transfers",
      ],
    ]);
    assert.deepEqual(
      (await withBanks().services.waysToBePaid.listUnpayable()).map(({ id }) => id),
      [unconfirmed.accountId],
    );
    assert.match(
      String(await logged(withBanks().services)),
      /^\[object Object\],Accounts .* paid: 1\./,
    );

    await services.operator.close(unconfirmed.accountId);
    for (const { id } of await services.apiKeys.list(bare.accountId, "live")) {
      await services.apiKeys.revoke(bare.accountId, id);
    }
    assert.deepEqual(await lacking(), []);
    assert.deepEqual(await logged(services), [
      "no bank is configured for live mode: live payments are bank transfers only",
    ]);
    assert.deepEqual(await logged(withBanks().services), []);
  });

  it("show their state", async () => {
    const { services } = createServicesWithoutBanks(connection());
    const { accountId } = await makeMerchant(services, { mode: "live" });
    const states = async (takesTransfers: boolean, own = services) =>
      (await own.waysToBePaid.read({ id: accountId, takesTransfers })).map(({ state }) => state);
    assert.deepEqual(await states(false), ["test", "off"]);
    assert.deepEqual(await states(true), ["test", "ready"]);
    assert.deepEqual(await states(true, withBanks().services), ["ready", "ready"]);
    await unconfirm(accountId);
    assert.deepEqual(await states(true), ["test", "failing"]);
    for (const bank of ["scripted", "scripted-two"]) {
      await withBanks().services.bankPauses.pause(bank, "maintenance", "operator");
    }
    assert.deepEqual(await states(false, withBanks().services), ["failing", "off"]);
    for (const bank of ["scripted", "scripted-two"]) {
      await withBanks().services.bankPauses.resume(bank, "operator");
    }
  });

  it("show the last live money, and five failed starts at banks in a row", async () => {
    const { services, bank, clock } = withBanks();
    const { accountId, apiKey } = await makeMerchant(services, { mode: "live" });
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    const read = async () =>
      (await services.waysToBePaid.read({ id: accountId, takesTransfers: true })).map(
        ({ state, lastMoneyAt }) => [state, lastMoneyAt],
      );
    assert.deepEqual(await read(), [
      ["ready", null],
      ["ready", null],
    ]);
    const byBank = await makeTransaction(services, apiKey);
    await startAttempt(services, byBank);
    bank.decide("succeeded");
    await services.attempts.refreshLatest(byBank.id);
    const paidAt = clock.now();
    clock.advance({ minutes: 5 });
    const { id } = await makeTransaction(services, apiKey);
    await services.transfers.markReceived(accountId, { id, amountText: "12.50" }, "operator");
    assert.deepEqual(await read(), [
      ["ready", paidAt],
      ["ready", clock.now()],
    ]);

    bank.refuse(() => true);
    const fail = async () => {
      const transaction = await makeTransaction(services, apiKey);
      await assert.rejects(startAttempt(services, transaction), { code: "bank_unavailable" });
    };
    for (let count = 0; count < 4; count += 1) await fail();
    assert.equal((await read())[0]?.[0], "ready");
    await fail();
    assert.equal((await read())[0]?.[0], "failing");
  });
});
