import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { type Approach, browserIdFor, newBrowserId } from "./lock.ts";

onBothDatabases("the device lock of an order", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  /** With its own bank. */
  async function fresh() {
    test = createTestServices(connection());
    const { checkout, attempts } = test.services;
    const transaction = await makeTransaction(test.services, apiKey);
    const { id, reference } = transaction;
    const lock = async (browserId: string, approach: Approach) =>
      (await checkout.lock(await checkout.require(reference), { browserId, approach })).state;
    return {
      transaction,
      open: (browserId: string) => lock(browserId, "open"),
      goOn: (browserId: string) => lock(browserId, "step"),
      look: (browserId: string) => lock(browserId, "look"),
      view: () => checkout.view(reference, "web"),
      note: async (browserId: string | undefined) =>
        checkout.notePayerStep(await checkout.require(reference), "choosing", browserId),
      takeOver: async (browserId: string) =>
        checkout.takeOver(await checkout.require(reference), browserId),
      release: () => checkout.release(reference),
      async start(browserId: string | undefined, bankId = "scripted") {
        const orderDigest = (await checkout.view(reference, "web"))?.orderDigest ?? "";
        return attempts.start({ reference, bankId, orderDigest, payerIp: undefined, browserId });
      },
      state: async () => (await checkout.view(reference, "web"))?.state,
      stored: async () => (await test.services.transactions.findById(id)) ?? assert.fail(id),
    };
  }

  const named = async () => {
    const order = await fresh();
    return { ...order, reference: order.transaction.reference };
  };

  it("belongs to exactly one of twenty browsers that open the order at once", async () => {
    for (let round = 0; round < 10; round++) {
      const order = await fresh();
      const browserIds = Array.from({ length: 20 }, newBrowserId);
      const responses = await Promise.all(browserIds.map(order.open));
      assert.equal(responses.filter((lock) => lock === "own").length, 1, `round ${round}`);
      assert.equal(responses.filter((lock) => lock === "elsewhere").length, 19);
      const holder = browserIds[responses.indexOf("own")] ?? "";
      assert.equal(await order.open(holder), "own", "the same browser comes back as the holder");
      const stored = (await order.stored()).lockDigest ?? "";
      assert.match(stored, /^[0-9a-f]{64}$/);
      assert.ok(!stored.includes(holder), "the mark itself is not stored");
    }
  });

  it("is recognised by any id of a browser that got several at once", async () => {
    const { reference, ...order } = await named();
    const { checkout } = test.services;
    const [a, b, other] = [newBrowserId(), newBrowserId(), newBrowserId()];
    const knownBy = async (...browserIds: string[]) =>
      browserIdFor(await checkout.require(reference), browserIds);
    assert.equal(await knownBy(), undefined);
    assert.equal(await knownBy(a, b), a, "a free order goes by the first");
    assert.equal(await order.open(b), "own");
    assert.equal(await order.open(a), "elsewhere", "a mark alone is another browser");
    assert.equal(await knownBy(a, b), b);
    await assert.rejects(order.start(other), { code: "claimed_elsewhere" });
    await order.release();
    assert.equal(await knownBy(a, b), b, "it was taken from this browser");
    assert.equal(await order.open(b), "released");
    await order.open(other);
    assert.equal(await knownBy(a, b), b, "and still is known by that");
    assert.equal(await knownBy(a), a);
  });

  it("stores a different digest for the same browser in each order", async () => {
    const browserId = newBrowserId();
    const [one, other] = [await fresh(), await fresh()];
    await one.open(browserId);
    await other.open(browserId);
    assert.notEqual((await one.stored()).lockDigest, (await other.stored()).lockDigest);
  });

  it("lets only its browser start a payment", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    await order.open(first);
    await assert.rejects(order.start(second), { code: "claimed_elsewhere" });
    assert.equal(test.bank.calls.start, 0, "the bank has heard nothing");
    await order.start(first);
  });

  it("passes to a browser that takes it over, and the previous one can't start a payment", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    await order.open(first);
    await order.takeOver(second);
    assert.equal(await order.goOn(second), "own");
    assert.equal(await order.goOn(first), "elsewhere");
    await assert.rejects(order.start(first), { code: "claimed_elsewhere" });
    await order.start(second);
  });

  it("never allows two open payments when two browsers start often during a takeover", async () => {
    for (let round = 0; round < 5; round++) {
      const order = await fresh();
      const [first, second] = [newBrowserId(), newBrowserId()];
      await order.open(first);
      const starts = Array.from({ length: 20 }, (_, at) =>
        at % 2 ? order.start(first) : order.start(second, "scripted-two"),
      );
      await Promise.allSettled([...starts, order.takeOver(second)]);
      await order.start(second, "scripted-two");
      const open = test.bank.payments().filter(({ state }) => state === "open");
      assert.equal(open.length, 1, `round ${round}`);
      test.bank.decide("succeeded");
      await test.services.attempts.refreshLatest(order.transaction.id);
      assert.equal((await order.stored()).status, "succeeded");
    }
  });

  it("lets only its new holder start a payment after a takeover during a cancellation", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    await order.open(first);
    await order.start(first);
    test.bank.whileCancelling(() => order.takeOver(second));
    await assert.rejects(order.start(first, "scripted-two"), { code: "claimed_elsewhere" });
    assert.equal(test.bank.calls.start, 1, "the first browser started nothing after the takeover");
    await order.start(second, "scripted-two");
    assert.equal(test.bank.calls.start, 2);
  });

  it("is free for the next browser after the shop's page releases it", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    await order.open(first);
    assert.equal(await order.state(), "opened");
    await order.release();
    assert.equal(await order.state(), "ready");
    assert.equal(await order.goOn(first), "released", "a step it takes does not lock it again");
    await assert.rejects(order.start(first), { code: "claimed_elsewhere" });
    assert.equal(await order.open(second), "own");
    assert.equal(await order.goOn(first), "elsewhere");
  });

  it("does not return to the released browser until that one takes it over", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    await order.open(first);
    await order.release();
    await order.release();
    assert.equal(
      await order.open(first),
      "released",
      "its page, loaded again, does not win it back",
    );
    assert.equal(await order.state(), "ready");
    assert.equal(await order.open(second), "own");
    await startAttempt(test.services, order.transaction);
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(order.transaction.id);
    assert.equal(await order.open(first), "elsewhere", "nor after a try of another that failed");
    await order.takeOver(first);
    await order.release();
    await order.takeOver(first);
    assert.equal(await order.open(first), "own", "but whoever asks for it has it like any other");
    assert.equal((await order.stored()).releasedDigest, null);
  });

  it("is not taken by a browser that only looks at a free, idle or released order", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    assert.equal(await order.look(second), "own", "nobody holds it");
    assert.equal((await order.stored()).lockDigest, null);
    await order.open(first);
    assert.equal(await order.look(second), "elsewhere");
    await order.start(first);
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(order.transaction.id);
    assert.equal(await order.look(second), "elsewhere", "the first was declined and may try again");
    assert.equal(await order.goOn(first), "own");
    await order.release();
    assert.equal(await order.look(second), "released", "a page that waits takes nothing");
    assert.equal(await order.look(first), "released");
    assert.equal(await order.open(newBrowserId()), "own", "it is for whoever scans the code");
  });

  it("accepts the payer's step only from its holder", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    await order.open(first);
    for (const other of [second, undefined]) {
      await order.note(other);
      assert.equal((await order.stored()).payerStep, "opened");
    }
    await order.note(first);
    assert.equal((await order.stored()).payerStep, "choosing");
    await order.release();
    await order.note(first);
    assert.equal((await order.stored()).payerStep, null, "a page that comes late says nothing");
    assert.equal(await order.state(), "ready");
  });

  it("shows the next holder that a payer is already at a bank", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    await order.open(first);
    test.clock.advance({ seconds: 1 });
    await order.start(first);
    assert.equal((await order.view())?.isBegunElsewhere, false, "it is the holder's own");
    await order.release();
    test.clock.advance({ seconds: 1 });
    await order.open(second);
    assert.equal((await order.view())?.isBegunElsewhere, true);
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(order.transaction.id);
    assert.equal((await order.view())?.isBegunElsewhere, false, "the bank has answered");
  });

  it("does not affect a payment at a bank, whose status counts", async () => {
    const order = await fresh();
    await order.open(newBrowserId());
    await startAttempt(test.services, order.transaction);
    await order.release();
    assert.equal(await order.state(), "opened", "it still is at the bank");
    test.bank.decide("succeeded");
    await test.services.attempts.refreshLatest(order.transaction.id);
    assert.equal(await order.state(), "succeeded");
  });

  it("lets other browsers open the order after a failed attempt", async () => {
    const order = await fresh();
    const [first, second] = [newBrowserId(), newBrowserId()];
    await order.open(first);
    await order.start(first);
    assert.equal(await order.open(second), "elsewhere", "not while it is at the bank");
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(order.transaction.id);
    assert.equal(await order.goOn(first), "own", "its holder may try again");
    assert.equal(await order.open(second), "own", "and so may another");
    assert.equal(await order.goOn(first), "elsewhere");
  });

  it("stays with its new holder if the attempt of the previous one fails", async () => {
    const order = await fresh();
    const [first, second, third] = [newBrowserId(), newBrowserId(), newBrowserId()];
    await order.open(first);
    await order.start(first);
    test.clock.advance({ seconds: 1 });
    await order.release();
    await order.open(second);
    await order.note(second);
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(order.transaction.id);
    assert.equal((await order.stored()).payerStep, "choosing", "it is where it was");
    assert.equal((await order.view())?.progress, "choosing");
    assert.equal(await order.open(third), "elsewhere");
    test.clock.advance({ seconds: 1 });
    await order.start(second);
    test.bank.decide("declined");
    await test.services.attempts.refreshLatest(order.transaction.id);
    assert.equal((await order.stored()).payerStep, null, "its own try ends its step");
  });

  it("changes nothing after the outcome, and does not exist in the direct flow", async () => {
    const order = await fresh();
    await order.open(newBrowserId());
    const { checkout, transactions } = test.services;
    await checkout.cancel(order.transaction.reference, "web");
    const before = await order.stored();
    await order.takeOver(newBrowserId());
    await order.release();
    assert.equal(await order.open(newBrowserId()), "own", "everybody sees how it ended");
    assert.deepEqual(await order.stored(), before);
    const { transaction: direct } = await makeDirectTransaction(test.services, apiKey);
    const lock = { browserId: newBrowserId(), approach: "open" } as const;
    const found = (await transactions.findById(direct.id)) ?? assert.fail();
    await assert.rejects(checkout.lock(found, lock), { code: "not_found" });
    await assert.rejects(checkout.release(direct.reference), { code: "not_found" });
    assert.equal((await transactions.findByReference(direct.reference))?.lockDigest, null);
  });

  it("is not required if no browser is known", async () => {
    const order = await fresh();
    await order.open(newBrowserId());
    await order.start(undefined);
  });
});
