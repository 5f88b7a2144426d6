import assert from "node:assert/strict";
import { before, it } from "node:test";
import { BANK_CALL_INTERVAL_MS } from "#lib/payments/attempts/bank.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

onDatabase("the bank of a failed attempt, before a transfer", (_database, connection) => {
  let desk: TransferDesk;

  before(async () => {
    desk = await openTransferDesk(connection());
  });

  /** The bank declined its only attempt. */
  const declined = async () => {
    const transaction = await desk.fresh();
    await startAttempt(desk.test.services, transaction);
    desk.test.bank.decide("declined");
    await desk.test.services.attempts.refreshLatest(transaction.id);
    return transaction;
  };
  const prepare = (reference: string) => desk.test.services.transfers.prepare(reference);
  const isOffered = async (reference: string) =>
    (await desk.test.services.checkout.view(reference, "web"))?.transfer !== null;

  it("is polled once a minute, for any number of page views", async () => {
    const { reference } = await declined();
    const { bank, clock } = desk.test;
    const before = bank.calls.read;
    const asked = async () => {
      await Promise.all([prepare(reference), prepare(reference)]);
      return bank.calls.read - before;
    };
    assert.equal(await asked(), 1);
    clock.advance({ seconds: 59 });
    assert.equal(await asked(), 1);
    clock.advance({ seconds: 1 });
    assert.equal(await asked(), 2);
  });

  it("is polled each time a transfer is reported", async () => {
    const { reference } = await declined();
    const { bank, clock, services } = desk.test;
    await prepare(reference);
    clock.advance({ ms: BANK_CALL_INTERVAL_MS });
    const before = bank.calls.read;
    await services.transfers.reportSent(reference);
    assert.equal(bank.calls.read - before, 1);
  });

  it("is not polled without an attempt or after the end", async () => {
    const untried = await desk.fresh();
    await prepare(untried.reference);
    assert.equal(desk.test.bank.calls.read, 0);
    const over = await declined();
    const before = desk.test.bank.calls.read;
    await desk.test.services.transactions.cancel(desk.apiKey, over.id);
    await prepare(over.reference);
    await prepare("unknown");
    assert.equal(desk.test.bank.calls.read, before);
  });

  it("is waited for two seconds, and its later response counts", async ({ mock }) => {
    const { reference } = await declined();
    const { bank } = desk.test;
    bank.decide("succeeded");
    const response = Promise.withResolvers<void>();
    const connector = bank.directory.connectorFor("scripted", "test");
    assert.ok(connector);
    const readPayment = connector.readPayment.bind(connector);
    mock.method(connector, "readPayment", async (...asked: Parameters<typeof readPayment>) => {
      await response.promise;
      return readPayment(...asked);
    });
    const startedAt = performance.now();
    await prepare(reference);
    const took = performance.now() - startedAt;
    assert.ok(took >= 1900 && took < 10_000, `${took} ms`);
    assert.ok(await isOffered(reference));
    response.resolve();
    while (await isOffered(reference));
  });

  it("does not block the page while it is down", async () => {
    const { reference } = await declined();
    desk.test.bank.setDown(true);
    await prepare(reference);
    assert.ok(await isOffered(reference));
  });
});
