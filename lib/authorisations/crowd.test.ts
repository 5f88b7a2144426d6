import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { ApiKey } from "#lib/api-keys/api-key.ts";
import { onEachDatabase } from "#lib/testing/database.ts";
import { makeTransaction } from "#lib/testing/factories.ts";
import { authorise, settle } from "#lib/testing/model/commands.ts";
import { checkInvariants, checkSettled } from "#lib/testing/model/invariants.ts";
import { attempt, beginWorld, prepareDatabase, type World } from "#lib/testing/model/world.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";

const ROUNDS = 20;
const CROWD = 50;

onEachDatabase("fifty at once on one transaction", (_database, connection) => {
  let apiKey: ApiKey;
  before(async () => {
    apiKey = await prepareDatabase(connection());
  });

  /** What the `index`-th of the crowd does; `round` shifts who comes first. */
  function act(world: World, transaction: Transaction, index: number, round: number) {
    const { services, clock } = world;
    switch ((index * 7 + round) % 10) {
      case 0:
      case 1:
        return services.transactions.cancel(apiKey, transaction.id);
      case 2:
        if (index > CROWD / 2) clock.advance({ minutes: 31 });
        return services.transactions.expireDue(1000);
      case 3:
        return services.authorisations.pollDue(1000);
      case 4:
        return services.authorisations.refreshLatest(transaction.id);
      default:
        return pay(world, transaction, index);
    }
  }

  /** The payer approves at once, gives up at the bank, or does nothing. */
  async function pay(world: World, transaction: Transaction, index: number) {
    const payment = await authorise(world, transaction, index % 2);
    if (payment && index % 3 === 0) world.bank.move(payment, "execute");
    if (payment && index % 7 === 0) world.bank.move(payment, "cancel");
    await world.services.authorisations.refreshLatest(transaction.id);
  }

  it(`has one outcome, told once, and one debit at most, in each of ${ROUNDS} rounds`, async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const world = await beginWorld(connection(), apiKey);
      const transaction = await makeTransaction(world.services, apiKey);
      const crowd = Array.from({ length: CROWD }, (_, index) =>
        attempt(world, async () => act(world, transaction, index, round)),
      );
      await Promise.all(crowd);
      await checkInvariants(world);
      const seen = await settle(world);
      checkSettled(seen);
      for (const { status, failureReason } of seen.map(({ transaction: row }) => row)) {
        outcomes.add(failureReason ?? status);
      }
    }
    assert.ok(outcomes.size > 1, `the rounds differ: ${[...outcomes].join(", ")}`);
  });
});
