import assert from "node:assert/strict";
import { randomInt, randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
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

const randomAddress = () => `192.0.2.${randomInt(256)}`;

onDatabase("a receipt", (_database, connection) => {
  async function prepare() {
    const { services, bank } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services);
    const mails: Mail[] = [];
    const sendMail = async (mail: Mail) => void mails.push(mail);
    const parts = { ...services, sendMail };
    async function pay(transaction: Transaction) {
      await startAttempt(services, transaction);
      bank.decide("succeeded");
      await services.attempts.refreshLatest(transaction.id);
    }
    return { services, apiKey, pay, parts, mails };
  }

  it("exists once the payment has succeeded", async () => {
    const { services, apiKey, pay } = await prepare();
    const transaction = await makeTransaction(services, apiKey);
    assert.equal(await ownReceipt(services, transaction), undefined);
    await pay(transaction);
    const receipt = await ownReceipt(services, transaction);
    assert.equal(receipt?.view.status, "succeeded");
    assert.equal(receipt.view.amount, transaction.amount);
    assert.notEqual(receipt.view.finishedAt, null);
  });

  it("names the bank only to the browser that paid", async () => {
    const { services, apiKey, pay } = await prepare();
    const transaction = await makeTransaction(services, apiKey);
    const [payer, other] = [newBrowserId(), newBrowserId()];
    await services.checkout.lock(transaction, { browserId: payer, approach: "open" });
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

  it("is shared by a token that opens nothing else, without the bank", async () => {
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

  it("opens with its own token only", async () => {
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

  it("opens with a token from before a secret rotation", async () => {
    const { services, apiKey, pay, parts } = await prepare();
    const transaction = await makeTransaction(services, apiKey);
    await pay(transaction);
    const { sharingToken = "" } = (await ownReceipt(services, transaction)) ?? {};
    const seal = createSeal(Buffer.alloc(32, 7), Buffer.alloc(32, 8));
    assert.ok(await createReceipts({ ...parts, seal }).shared(sharingToken));
    const withoutOld = createSeal(null, Buffer.alloc(32, 8));
    assert.equal(
      await createReceipts({ ...parts, seal: withoutOld }).shared(sharingToken),
      undefined,
    );
  });

  describe("by e-mail", () => {
    async function prepareMail() {
      const { services, apiKey, pay, parts, mails } = await prepare();
      const transaction = await makeTransaction(services, apiKey, { externalId: "#1042" });
      const receipts = createReceipts(parts);
      const send = async (email: string, address = randomAddress()) => {
        const order = await services.checkout.open(transaction.reference, "web");
        assert.ok(order);
        await receipts.send({ order, email, address, locale: "en" });
      };
      return { services, transaction, pay: () => pay(transaction), send, mails };
    }

    it("contains a link that opens the receipt without the bank, and is not stored", async () => {
      const { services, pay, send, mails } = await prepareMail();
      await pay();
      const email = `ada-${randomUUID()}@shop.example`;
      await send(email);
      const [mail] = mails;
      assert.equal(mail?.to, email);
      assert.match(mail.subject, /€12\.50 to Corner Books/);
      assert.match(mail.text, /Order: #1042/);
      assert.match(mail.text, /No money moved/);
      const link = /http:\S+\?shared=\S+/.exec(mail.text)?.[0] ?? "";
      const { origin, pathname, searchParams } = new URL(link);
      assert.equal(`${origin}${pathname}`, `${services.env.CHECKOUT_URL}/receipt`);
      const shared = await services.receipts.shared(searchParams.get("shared") ?? "");
      assert.equal(shared?.view.status, "succeeded");
      assert.equal(shared.bankName, undefined);
    });

    it("is refused before success, and for an invalid address", async () => {
      const { pay, send, mails } = await prepareMail();
      await assert.rejects(send("ada@shop.example"), { code: "not_found" });
      await pay();
      await assert.rejects(send("ada"), { code: "invalid_request" });
      assert.deepEqual(mails, []);
    });

    it("is limited to three an hour per payment, and five per mailbox", async () => {
      const one = await prepareMail();
      await one.pay();
      const anyone = () => `ada-${randomUUID()}@shop.example`;
      for (let times = 0; times < 3; times++) await one.send(anyone());
      await assert.rejects(one.send(anyone()), { code: "too_many_mails" });
      const mailbox = anyone();
      for (let times = 0; times < 5; times++) {
        const other = await prepareMail();
        await other.pay();
        await other.send(mailbox);
      }
      const last = await prepareMail();
      await last.pay();
      await assert.rejects(last.send(mailbox), { code: "too_many_mails" });
      assert.deepEqual(last.mails, []);
    });
  });
});
