import fc from "fast-check";
import { DELIVER_ON } from "#lib/merchants/model/deliver-on.ts";
import { readOwnEndToEndId } from "#lib/payments/attempts/attempt.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { checkInvariants } from "./invariants.ts";
import { approvalUrlOf, BANK_FAULTS, BANK_MOVES } from "./ledger-bank.ts";
import { debitedIn, FILE_KINDS, ownerOf, report } from "./money.ts";
import { attempt, type World } from "./world.ts";

export type Model = { creations: number; starts: number };

type Command = fc.AsyncCommand<Model, World>;

/** Runs one step, then checks all invariants. */
function command(
  name: string,
  parts: {
    check?: (model: Model) => boolean;
    model?: (model: Model) => void;
    run: (world: World) => Promise<unknown>;
  },
): Command {
  return {
    check: parts.check ?? (() => true),
    async run(model, world) {
      await attempt(world, () => parts.run(world));
      parts.model?.(model);
      await checkInvariants(world);
    },
    toString: () => name,
  };
}

/** Changes only conditions for the next command. */
function setting(name: string, run: (world: World) => void): Command {
  return { check: () => true, run: async (_model, world) => run(world), toString: () => name };
}

const hasTransaction = ({ creations }: Model) => creations > 0;
const hasAttempt = ({ starts }: Model) => starts > 0;

async function pick({ connection: { db } }: World, choice: number) {
  const rows = await db.select().from(transactions).orderBy(transactions.id);
  return rows[choice % Math.max(1, rows.length)];
}

const create = fc
  .record({ order: fc.nat(1), amount: fc.constantFrom(1250, 1300) })
  .map(({ order, amount }) =>
    command(`create order ${order} of ${amount}`, {
      model: (model) => {
        model.creations += 1;
      },
      run: ({ services, apiKey }) =>
        services.transactions.create({
          apiKey,
          input: { amount, currency: "EUR", externalId: `order-${order}` },
        }),
    }),
  );

/** From then on the payer knows the approval URL. */
export async function authorise(world: World, transaction: Transaction, bank: number) {
  const bankId = world.bank.banks[bank] ?? "";
  const { approvalUrl } = await startAttempt(world.services, transaction, bankId);
  const offered = world.bank.payments().find((one) => approvalUrlOf(one) === approvalUrl);
  if (offered) world.offered.add(offered.id);
  return offered;
}

const start = fc.record({ choice: fc.nat(3), bank: fc.nat(1) }).map(({ choice, bank }) =>
  command(`authorise ${choice} at bank ${bank}`, {
    check: hasTransaction,
    model: (model) => {
      model.starts += 1;
    },
    async run(world) {
      const transaction = await pick(world, choice);
      if (transaction) await authorise(world, transaction, bank);
    },
  }),
);

const onTransaction = (
  name: string,
  run: (world: World, id: string, reference: string) => unknown,
) =>
  fc.nat(3).map((choice) =>
    command(`${name} ${choice}`, {
      check: hasTransaction,
      async run(world) {
        const transaction = await pick(world, choice);
        if (transaction) await run(world, transaction.id, transaction.reference);
      },
    }),
  );

const open = onTransaction("open checkout", ({ services }, _id, reference) =>
  services.checkout.view(reference, "web"),
);
const cancel = onTransaction("cancel", ({ services, apiKey }, id) =>
  services.transactions.cancel(apiKey, id),
);
const comeBack = onTransaction("payer returns", async ({ services, connection }, id) => {
  const rows = await connection.db.select().from(paymentAttempts).orderBy(paymentAttempts.id);
  const last = rows.findLast(({ transactionId }) => transactionId === id);
  if (last) await services.attempts.settleReturn(last.state);
});

/** The bank decides, but falls silent for a week. The operator settles the payment by the payee's bank statement. */
const operatorSettles = fc
  .record({ choice: fc.nat(3), move: fc.constantFrom("execute" as const, "decline" as const) })
  .map(({ choice, move }) =>
    command(`bank silent for a week, ${move}, operator settles ${choice}`, {
      check: hasAttempt,
      async run(world) {
        const { services, connection, bank, clock } = world;
        bank.setDown(true);
        for (const days of [0, 7]) {
          clock.advance({ minutes: days * 24 * 60 + 31 });
          await services.transactions.expireDue(1000);
          await services.attempts.pollDue(1000);
        }
        const { id = "" } = (await pick(world, choice)) ?? {};
        const attempts = await connection.db.select().from(paymentAttempts);
        const names = attempts
          .filter((one) => one.transactionId === id)
          .map((one) => one.endToEndId);
        const payments = bank.payments().filter(({ order }) => names.includes(order.endToEndId));
        // Without the approval URL, a payer can't approve.
        for (const payment of payments) if (world.offered.has(payment.id)) bank.move(payment, move);
        const debit = payments.find(({ debited }) => debited !== undefined);
        // A person agrees on another amount with the merchant.
        if (debit && debit.debited !== debit.order.amount) return;
        const outcome = debit ? "succeeded" : "failed";
        if (debit) world.arrived.add(debit.id);
        const settling = services.settlement.settle({ id, outcome, note: "By the statement" });
        await settling.catch((error: unknown) => {
          if (!isAppError(error) || error.code !== "not_found") throw error;
        });
      },
    }),
  );

const bankMoves = fc
  .record({ choice: fc.nat(5), move: fc.constantFrom("execute" as const, ...BANK_MOVES) })
  .map(({ choice, move }) =>
    command(`payment ${choice}: ${move}`, {
      check: hasAttempt,
      async run({ bank, offered }) {
        const known = bank.payments().filter(({ id }) => offered.has(id));
        const payment = known[choice % Math.max(1, known.length)];
        if (payment) bank.move(payment, move);
      },
    }),
  );

const moneyArrives = fc
  .record({ choice: fc.nat(5), kind: fc.constantFrom(...FILE_KINDS) })
  .map(({ choice, kind }) =>
    command(`money of payment ${choice} arrives, ${kind}`, {
      check: hasAttempt,
      async run(world) {
        const debited = debitedIn(world);
        const payment = debited[choice % Math.max(1, debited.length)];
        if (payment) await report(world, [payment], kind);
      },
    }),
  );

const silentBankPays = fc.nat(5).map((choice) =>
  command(`payment ${choice}: execute, bank falls silent, money arrives`, {
    check: hasAttempt,
    async run(world) {
      const { bank, offered } = world;
      const known = bank.payments().filter(({ id }) => offered.has(id));
      const payment = known[choice % Math.max(1, known.length)];
      if (!payment) return;
      bank.move(payment, "execute");
      bank.setDown(true);
      if (payment.debited !== undefined) await report(world, [payment], "camt.054");
    },
  }),
);

const moneyReturns = fc.nat(5).map((choice) =>
  command(`money of payment ${choice} returns`, {
    check: hasAttempt,
    async run(world) {
      const arrived = debitedIn(world).filter(({ id }) => world.arrived.has(id));
      const { order, debited } = arrived[choice % Math.max(1, arrived.length)] ?? {};
      const attemptId = readOwnEndToEndId(order?.endToEndId ?? "");
      const transfers = await world.connection.db.select().from(receivedTransfers);
      const counted = transfers.find(
        (each) => each.attemptId === attemptId && each.status === "paid" && each.amount === debited,
      );
      const { accountId } = ownerOf(world);
      if (counted) await world.services.transfers.noteReturned(accountId, counted.id);
    },
  }),
);

const deliverOn = fc.constantFrom(...DELIVER_ON).map((wanted) =>
  command(`deliver on ${wanted}`, {
    async run(world) {
      if (wanted === "received") world.hasHeld = true;
      await world.services.accounts.setDeliverOn(world.apiKey.accountId, wanted, "operator");
    },
  }),
);

const worker = fc.constantFrom(0, 10, 45, 600, 1_860).map((seconds) =>
  command(`${seconds} s pass, worker`, {
    async run({ services, clock }) {
      clock.advance({ seconds });
      await services.transactions.expireDue(1000);
      await services.attempts.pollDue(1000);
    },
  }),
);

const crashes = fc
  .integer({ min: 1, max: 60 })
  .map((point) => setting(`crash at ${point}`, ({ crash }) => crash.arm(point)));

const faults = fc.oneof(
  fc
    .constantFrom(...BANK_FAULTS)
    .map((fault) => setting(`next call ${fault}`, ({ bank }) => bank.failNext(fault))),
  fc
    .boolean()
    .map((down) => setting(`banks ${down ? "down" : "up"}`, ({ bank }) => bank.setDown(down))),
  fc
    .boolean()
    .map((stubborn) =>
      setting(`banks ${stubborn ? "won't" : "will"} cancel`, ({ bank }) =>
        bank.setStubborn(stubborn),
      ),
    ),
);

/** Repeated commands run more often. */
export const COMMANDS = [
  create,
  start,
  start,
  bankMoves,
  bankMoves,
  open,
  cancel,
  comeBack,
  operatorSettles,
  moneyArrives,
  moneyArrives,
  silentBankPays,
  moneyReturns,
  deliverOn,
  worker,
  worker,
  faults,
  crashes,
];

/** Ends all faults, lets all deadlines pass and lets all banks decide; returns the resulting state. */
export async function settle(world: World) {
  const { bank, clock, services } = world;
  world.crash.disarm();
  bank.failNext(undefined);
  bank.setDown(false);
  bank.setStubborn(false);
  for (let round = 0; round < 6; round++) {
    if (round === 3) {
      const waiting = bank.payments().filter(({ state }) => state === "processing");
      for (const payment of waiting) bank.move(payment, "execute");
    }
    clock.advance({ minutes: 31 });
    await services.transactions.expireDue(1000);
    await services.attempts.pollDue(1000);
  }
  for (const kind of FILE_KINDS) await report(world, debitedIn(world), kind);
  return checkInvariants(world);
}
