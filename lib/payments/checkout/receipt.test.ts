import assert from "node:assert/strict";
import { it } from "node:test";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import type { Services } from "#lib/services/index.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { createReceipts } from "./receipt.ts";

async function ownReceipt(
  { checkout, receipts }: Services,
  { reference, flow }: Pick<Transaction, "reference" | "flow">,
  ...browserIds: string[]
) {
  const order = await checkout.open(reference, flow);
  return order && receipts.own(order, browserIds);
}

onDatabase("a receipt", (_database, connection) => {
  async function prepare() {
    const { services, bank } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services);
    async function pay(transaction: Transaction) {
      await startAttempt(services, transaction);
      bank.decide("succeeded");
      await services.attempts.refreshLatest(transaction.id);
    }
    return { services, apiKey, pay };
  }

  it("is there once the payment has succeeded, and not before", async () => {
    const { services, apiKey, pay } = await prepare();
    const transaction = await makeTransaction(services, apiKey);
    assert.equal(await ownReceipt(services, transaction), undefined);
    await pay(transaction);
    const receipt = await ownReceipt(services, transaction);
    assert.equal(receipt?.view.status, "succeeded");
    assert.equal(receipt.view.amount, transaction.amount);
    assert.notEqual(receipt.view.finishedAt, null);
  });

  it("names the bank to the browser that paid, and to no other with the same code", async () => {
    const { services, apiKey, pay } = await prepare();
    const transaction = await makeTransaction(services, apiKey);
    const [payer, other] = [newBrowserId(), newBrowserId()];
    await services.checkout.lock(transaction, payer, "open");
    await pay(transaction);
    const bankFor = async (...browserIds: string[]) =>
      (await ownReceipt(services, transaction, ...browserIds))?.bankName;
    assert.equal(await bankFor(payer), "scripted");
    assert.equal(await bankFor(other), undefined);
    assert.equal(await bankFor(), undefined);
    const { transaction: direct } = await makeDirectTransaction(services, apiKey);
    await pay(direct);
    const receipt = await ownReceipt(services, direct);
    assert.equal(receipt?.bankName, "scripted", "a session of the direct flow is the payer's own");
  });

  it("belongs to its flow", async () => {
    const { services, apiKey, pay } = await prepare();
    const web = await makeTransaction(services, apiKey);
    const { transaction: direct } = await makeDirectTransaction(services, apiKey);
    await pay(web);
    await pay(direct);
    assert.equal(await ownReceipt(services, { ...web, flow: "direct" }), undefined);
    assert.equal(await ownReceipt(services, { ...direct, flow: "web" }), undefined);
    assert.ok(await ownReceipt(services, direct));
  });

  it("is shared by a token that holds no capability, without the bank, and not shared further", async () => {
    const { services, apiKey, pay } = await prepare();
    const transaction = await makeTransaction(services, apiKey);
    await pay(transaction);
    const { sharingToken = "" } = (await ownReceipt(services, transaction)) ?? {};
    assert.ok(!sharingToken.includes(transaction.reference));
    const shared = await services.receipts.shared(sharingToken);
    assert.equal(shared?.view.transactionId, transaction.id);
    assert.equal(shared.bankName, undefined);
    assert.equal(shared.sharingToken, undefined);
  });

  it("opens by no token but its own", async () => {
    const { services, apiKey, pay } = await prepare();
    const [one, other] = [
      await makeTransaction(services, apiKey),
      await makeTransaction(services, apiKey),
    ];
    await pay(one);
    await pay(other);
    const tokenOf = async (transaction: Transaction) =>
      (await ownReceipt(services, transaction))?.sharingToken ?? "";
    const [id = "", mac = ""] = (await tokenOf(one)).split(".");
    const otherMac = (await tokenOf(other)).split(".")[1];
    const forged = [
      "",
      id,
      `${id}.`,
      `${id}.${otherMac}`,
      `${id}.${mac}.`,
      `${id}.${mac.slice(1)}`,
      `${other.id}.${mac}`,
      one.reference,
      `.${mac}`,
    ];
    for (const token of forged) {
      assert.equal(await services.receipts.shared(token), undefined, token);
    }
  });

  it("still opens by a token made before the secret was replaced", async () => {
    const { services, apiKey, pay } = await prepare();
    const transaction = await makeTransaction(services, apiKey);
    await pay(transaction);
    const { sharingToken = "" } = (await ownReceipt(services, transaction)) ?? {};
    const seal = createSeal(Buffer.alloc(32, 7), Buffer.alloc(32, 8));
    assert.ok(await createReceipts({ ...services, seal }).shared(sharingToken));
    const withoutOld = createSeal(null, Buffer.alloc(32, 8));
    assert.equal(
      await createReceipts({ ...services, seal: withoutOld }).shared(sharingToken),
      undefined,
    );
  });
});
