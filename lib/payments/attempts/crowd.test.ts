import assert from "node:assert/strict";
import { before, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeTransaction } from "#lib/testing/factories.ts";
import { isFull } from "#lib/testing/lane.ts";
import { authorise, settle } from "#lib/testing/model/commands.ts";
import { checkInvariants, checkSettled } from "#lib/testing/model/invariants.ts";
import { attempt, beginWorld, prepareDatabase, type World } from "#lib/testing/model/world.ts";

const ROUNDS = isFull ? 40 : 10;
const CROWD = 50;
/** Rounds run until every outcome was seen. */
const OUTCOMES = ["succeeded", "cancelled", "expired"];
const STAGES = ["nothing", "authorised", "accepted", "executed", "late"];

onDatabase("fifty simultaneous actions on one transaction", (_database, connection) => {
  let apiKey: ApiKey;
  before(async () => {
    apiKey = await prepareDatabase(connection());
  });

  /** We don't know the bank's status yet. */
  async function prepare(world: World, round: number): Promise<Transaction> {
    const transaction = await makeTransaction(world.services, apiKey);
    const stage = STAGES[round % STAGES.length];
    if (stage === "nothing") return transaction;
    const payment = await authorise(world, transaction, 0);
    if (payment && stage === "accepted") world.bank.move(payment, "accept");
    if (payment && stage === "executed") world.bank.move(payment, "execute");
    if (stage === "late") world.clock.advance({ minutes: 31 });
    return transaction;
  }

  /** Expiry reads more than the others before it writes, and would never be first on an embedded database. */
  const letsExpiryBegin = (index: number, round: number) =>
    STAGES[round % STAGES.length] === "late" && round % 2 === 1 && (index * 7 + round) % 8 !== 1;

  /** `round` shifts the order. */
  function act(world: World, transaction: Transaction, index: number, round: number) {
    const { services } = world;
    switch ((index * 7 + round) % 8) {
      case 0:
        return services.transactions.cancel(apiKey, transaction.id);
      case 1:
        return services.transactions.expireDue(1000);
      case 2:
        return services.attempts.pollDue(1000);
      case 3:
        return services.attempts.refreshLatest(transaction.id);
      case 4:
        return services.checkout.view(transaction.reference, "web");
      default:
        return pay(world, transaction, index);
    }
  }

  async function pay(world: World, transaction: Transaction, index: number) {
    const payment = await authorise(world, transaction, index % 2);
    if (payment && index % 3 === 0) world.bank.move(payment, "execute");
    if (payment && index % 7 === 0) world.bank.move(payment, "cancel");
    await world.services.attempts.refreshLatest(transaction.id);
  }

  it(`have one outcome, sent once, and at most one debit, in each of ${ROUNDS} rounds or more`, async () => {
    const outcomes = new Set<string>();
    const isComplete = () => OUTCOMES.every((outcome) => outcomes.has(outcome));
    for (let round = 0; round < ROUNDS || (!isComplete() && round < 10 * ROUNDS); round++) {
      const world = await beginWorld(connection(), apiKey);
      const transaction = await prepare(world, round);
      const crowd = Array.from({ length: CROWD }, (_, index) =>
        attempt(world, async () => {
          if (letsExpiryBegin(index, round)) await setImmediate();
          return act(world, transaction, index, round);
        }),
      );
      await Promise.all(crowd);
      await checkInvariants(world);
      const seen = await settle(world);
      checkSettled(seen);
      for (const { status, failureReason } of seen.map(({ transaction: row }) => row)) {
        outcomes.add(failureReason ?? status);
      }
    }
    assert.ok(isComplete(), `${[...outcomes]}`);
  });
});
