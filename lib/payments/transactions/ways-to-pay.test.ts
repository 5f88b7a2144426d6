import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { createBankDirectory } from "#lib/banks/directory/directory.ts";
import type { ConfiguredBank } from "#lib/banks/directory/file.ts";
import type { CreationTerms } from "#lib/merchants/accounts/creation-terms.ts";
import { accounts } from "#lib/merchants/model/schema.ts";
import { FLOWS, type Flow } from "#lib/payments/model/status.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
} from "#lib/testing/factories.ts";
import type { CreateRequest } from "./transaction.ts";
import { hasWayToPay, waysOfRequest, waysToPay } from "./ways-to-pay.ts";

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

const NO_WAY = { code: "no_way_to_pay", detail: /operator confirm an IBAN.*BANKS_FILE/ };

describe("ways to pay", () => {
  const offers = { hasBank: fc.boolean(), takesTransfers: fc.boolean() };
  const order = { currency: fc.constantFrom("EUR", "SEK", "JPY"), flow: fc.constantFrom(...FLOWS) };

  it("are these", () => {
    const table = [
      // bank, transfers, currency, web, direct
      [true, true, "EUR", "bank transfer", "bank"],
      [true, false, "EUR", "bank", "bank"],
      [false, true, "EUR", "transfer", "transfer"],
      [false, false, "EUR", "", ""],
      [true, true, "SEK", "bank", "bank"],
      [false, true, "SEK", "", ""],
    ] as const;
    for (const [hasBank, takesTransfers, currency, web, direct] of table) {
      const waysIn = (flow: Flow) =>
        waysToPay({ hasBank, takesTransfers }, { currency, flow }).join(" ");
      assert.deepEqual([waysIn("web"), waysIn("direct")], [web, direct]);
    }
  });

  it("are never missed in test mode", async () => {
    const check = async (mode: Mode) => {
      const request = { apiKey: { mode }, input: { amount: 1, currency: "EUR" } } as CreateRequest;
      const { check } = await waysOfRequest({ currenciesInstead: async () => [] }, request);
      return () => check({ takesTransfers: false, payee: undefined } as CreationTerms);
    };
    assert.throws(await check("live"), NO_WAY);
    assert.doesNotThrow(await check("test"));
  });

  it("are none that was not offered, and a further offer never removes the last one", () => {
    fc.assert(
      fc.property(fc.record(offers), fc.record(order), (given, wanted) => {
        const ways = waysToPay(given, wanted);
        assert.ok(!ways.includes("bank") || given.hasBank);
        assert.ok(!ways.includes("transfer") || given.takesTransfers);
        for (const more of [{ hasBank: true }, { takesTransfers: true }]) {
          assert.ok(ways.length === 0 || waysToPay({ ...given, ...more }, wanted).length > 0);
        }
        assert.ok(hasWayToPay(given) || ways.length === 0);
      }),
    );
  });
});

onDatabase("the currency of a new transaction", (database, connection) => {
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

  it("can be the euro if the account takes bank transfers, in an app only where no bank accepts it", async () => {
    const services = servicesWith({ banks: [bank("live", "SEK")] });
    const merchant = await makeMerchant(services, { mode: "live" });
    const { apiKey, accountId } = merchant;
    await assert.rejects(makeTransaction(services, apiKey), refusal("SEK"));
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    assert.ok((await makeTransaction(services, apiKey)).transferReference);
    const inYen = makeTransaction(services, apiKey, { currency: "JPY" });
    await assert.rejects(inYen, refusal("EUR, SEK"));
    const inApp = async (banks: ConfiguredBank[]) =>
      (await makeDirectTransaction(servicesWith({ banks }), apiKey)).transaction.transferReference;
    assert.ok(await inApp([bank("live", "SEK")]));
    assert.equal(await inApp([bank("live", "EUR")]), null);
  });

  it("with transfers only is the euro", async () => {
    const services = servicesWith({ banks: [] });
    const { apiKey, accountId } = await makeMerchant(services, { mode: "live" });
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    await makeTransaction(services, apiKey);
    await assert.rejects(makeTransaction(services, apiKey, { currency: "SEK" }), refusal("EUR"));
  });

  it("is not the reason if there is no way to pay: live mode refuses that by itself, test mode never does", async () => {
    const services = servicesWith({ banks: [] });
    const { apiKey, accountId } = await makeMerchant(services, { mode: "live" });
    for (const currency of ["EUR", "JPY"]) {
      await assert.rejects(makeTransaction(services, apiKey, { currency }), NO_WAY);
    }
    await assert.rejects(makeDirectTransaction(services, apiKey), NO_WAY);
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    await makeTransaction(services, apiKey);
    await services.accounts.setTakesTransfers(accountId, false, "operator");
    await assert.rejects(makeTransaction(services, apiKey), NO_WAY);

    const testers = await makeMerchant(services);
    for (const hasSandbox of [true, false]) {
      await makeTransaction(servicesWith({ banks: [], hasSandbox }), testers.apiKey);
    }
  });

  it("is decided after a change of the account that began before", async () => {
    const services = servicesWith({ banks: [] });
    const { apiKey, accountId } = await makeMerchant(services, { mode: "live" });
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    const changed = Promise.withResolvers<void>();
    const change = database().transaction(async (tx) => {
      await tx.update(accounts).set({ takesTransfers: false }).where(eq(accounts.id, accountId));
      changed.resolve();
      await setTimeout(200);
    });
    await changed.promise;
    await assert.rejects(makeTransaction(services, apiKey), NO_WAY);
    await change;
  });

  it("decides by the account as it is when the order is stored, and such an order stays payable", async () => {
    const services = servicesWith({ banks: [] });
    const { apiKey, accountId } = await makeMerchant(services, { mode: "live" });
    const offer = (isOn: boolean) =>
      services.accounts.setTakesTransfers(accountId, isOn, "operator");
    await offer(true);
    const created = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => makeTransaction(services, apiKey)),
      offer(false),
      ...Array.from({ length: 6 }, () => makeTransaction(services, apiKey)),
    ]);
    await assert.rejects(makeTransaction(services, apiKey), NO_WAY);
    const orders = created
      .filter((one) => one.status === "fulfilled")
      .flatMap(({ value }) => value ?? []);
    for (const { reference, transferReference } of orders) {
      const view = await services.checkout.view(reference, "web");
      assert.ok(transferReference !== null && view);
      assert.deepEqual([view.ways, view.transfer?.reference], [["transfer"], transferReference]);
      await services.transfers.reportSent(reference);
    }
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
