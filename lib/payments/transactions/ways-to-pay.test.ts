import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import type { ConfiguredBank } from "#lib/banks/directory/file.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
} from "#lib/testing/factories.ts";

const bank = (mode: Mode, ...currencies: string[]): ConfiguredBank => ({
  id: `real-${mode}`,
  name: "Real Example Bank",
  country: "SE",
  mode,
  xs2aUrl: "https://xs2a.bank.example",
  product: "sepa-credit-transfers",
  currencies,
  headers: {},
  quirks: [],
});

onDatabase("the currency of a new transaction", (_database, connection) => {
  type Deployment = { banks: ConfiguredBank[]; hasSandbox?: boolean };

  function servicesWith({ banks: configured, hasSandbox = true }: Deployment) {
    const world = createTestServices(connection());
    const directory = createBankDirectory({
      sandboxBankUrl: "http://127.0.0.1:9/sandbox/bank",
      sandboxEnabled: async () => hasSandbox,
      configured,
    });
    const { clock } = world;
    return createTestServices(connection(), {}, { clock, bank: { ...world.bank, directory } })
      .services;
  }

  const refusal = (list: string) => ({
    code: "invalid_request",
    fields: [
      {
        path: "currency",
        message: `must be a currency that can be paid to this account: ${list}`,
      },
    ],
  });

  it("is one that a bank of its mode accepts, otherwise the refusal lists them", async () => {
    const services = servicesWith({ banks: [bank("live", "SEK", "EUR"), bank("test", "NOK")] });
    const { apiKey } = await makeMerchant(services, { mode: "live" });
    for (const currency of ["EUR", "SEK"]) await makeTransaction(services, apiKey, { currency });
    for (const currency of ["JPY", "NOK"]) {
      const refused = makeTransaction(services, apiKey, { currency });
      await assert.rejects(refused, refusal("EUR, SEK"));
    }
  });

  it("can be any at the sandbox banks, otherwise one of the other banks", async () => {
    const banks = [bank("test", "NOK")];
    const { apiKey } = await makeMerchant(servicesWith({ banks }));
    for (const currency of ["JPY", "KWD", "NOK"]) {
      await makeTransaction(servicesWith({ banks }), apiKey, { currency });
    }
    const withoutSandbox = servicesWith({ banks, hasSandbox: false });
    await makeTransaction(withoutSandbox, apiKey, { currency: "NOK" });
    await assert.rejects(makeTransaction(withoutSandbox, apiKey), refusal("NOK"));
  });

  it("can be the euro if the account takes bank transfers, in the web flow", async () => {
    const services = servicesWith({ banks: [bank("live", "SEK")] });
    const merchant = await makeMerchant(services, { mode: "live" });
    const { apiKey, accountId } = merchant;
    await assert.rejects(makeTransaction(services, apiKey), refusal("SEK"));
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    assert.ok((await makeTransaction(services, apiKey)).transferReference);
    const inYen = makeTransaction(services, apiKey, { currency: "JPY" });
    await assert.rejects(inYen, refusal("EUR, SEK"));
    await assert.rejects(makeDirectTransaction(services, apiKey), refusal("SEK"));
  });

  it("with transfers only is the euro", async () => {
    const services = servicesWith({ banks: [] });
    const { apiKey, accountId } = await makeMerchant(services, { mode: "live" });
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    await makeTransaction(services, apiKey);
    await assert.rejects(makeTransaction(services, apiKey, { currency: "SEK" }), refusal("EUR"));
  });

  it("is not the reason if there is no way to pay", async () => {
    const services = servicesWith({ banks: [] });
    const { apiKey } = await makeMerchant(services, { mode: "live" });
    await makeTransaction(services, apiKey, { currency: "JPY" });
  });

  it("if refused ends no other transaction of the order, and keeps the response of a repeat", async () => {
    const services = servicesWith({ banks: [bank("live", "EUR", "SEK")] });
    const { apiKey } = await makeMerchant(services, { mode: "live" });
    const first = await makeTransaction(services, apiKey);
    const externalId = first.externalId ?? "";
    await assert.rejects(makeTransaction(services, apiKey, { externalId, currency: "JPY" }));
    assert.equal((await services.transactions.get(apiKey, first.id)).status, "pending");

    const idempotencyKey = randomUUID();
    const input = { amount: 1250, currency: "SEK", externalId: randomUUID() };
    const request = { apiKey, input, idempotencyKey };
    const { created } = await services.transactions.create(request);
    const later = servicesWith({ banks: [bank("live", "EUR")] });
    const repeated = await later.transactions.create(request);
    assert.deepEqual(repeated, { created, replayed: true });
    const other = later.transactions.create({ ...request, idempotencyKey: randomUUID() });
    await assert.rejects(other, refusal("EUR"));
  });
});
