import { randomUUID } from "node:crypto";
import type { Behaviour, Outcome } from "#lib/banks/behaviours.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { SandboxAccount } from "./accounts.ts";
import { behaviourOf, executedAmount, isDue, SOON_MS, settlingTime, troubleOf } from "./course.ts";
import { type SandboxPayment, STEPS } from "./payment.ts";
import { createSandboxBankRepository, type SandboxBankRepository } from "./repository.ts";

/** What became of a wish: the payment as it then stands, and whether this call changed it. */
export type SandboxDecision = { payment: SandboxPayment; changed: boolean };

/** Changes payments. A debit is booked in the database transaction that makes its payment final, so once. */
export function createDecisions({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createSandboxBankRepository(db);

  async function book(bank: SandboxBankRepository, payment: SandboxPayment): Promise<void> {
    if (!payment.debtorIban) throw new Error(`sandbox payment ${payment.id} has no debtor`);
    await bank.book({
      id: randomUUID(),
      paymentId: payment.id,
      debtorIban: payment.debtorIban,
      creditorIban: payment.creditorIban,
      amount: executedAmount(payment, behaviourOf(payment)),
      currency: payment.currency,
      bookedAt: clock.now(),
    });
  }

  /** Takes one step in an open database transaction if the payment still stands where the step starts. */
  async function step(
    bank: SandboxBankRepository,
    payment: SandboxPayment,
    outcome: Outcome,
    values: Partial<SandboxPayment> = {},
  ): Promise<SandboxDecision> {
    const { from, to } = STEPS[outcome];
    const changed = await bank.advance(payment.id, from, {
      ...values,
      status: to,
      updatedAt: clock.now(),
      ...(to === "RJCT" ? { reason: outcome } : {}),
    });
    if (changed && to === "ACSC") await book(bank, changed);
    return {
      payment: changed ?? (await bank.find(payment.id)) ?? payment,
      changed: changed !== undefined,
    };
  }

  function take(payment: SandboxPayment, outcome: Outcome): Promise<SandboxDecision> {
    return db.transaction((tx) => step(createSandboxBankRepository(tx), payment, outcome));
  }

  return {
    take,

    /** Approves from `account`, or rejects for want of funds; payments from one account are checked one by one. */
    approveFrom(
      payment: SandboxPayment,
      account: SandboxAccount,
      behaviour: Behaviour,
      outcome: Outcome = behaviour === "normal" ? "approve" : behaviour,
    ): Promise<SandboxDecision> {
      const settlesAt = settlingTime(behaviour, clock.now());
      return db.transaction(async (tx) => {
        const bank = createSandboxBankRepository(tx);
        await bank.lockAccount(account.iban);
        const left = account.opening - (await bank.spent(account.iban, payment.currency));
        const isEnough = left >= executedAmount(payment, behaviour);
        return step(bank, payment, isEnough ? outcome : "insufficient_funds", {
          debtorIban: account.iban,
          behaviour,
          settlesAt,
        });
      });
    },

    /** The payment service wants a payment cancelled; a bank that behaves `late` refuses and soon executes what was approved. */
    async withdraw(payment: SandboxPayment): Promise<SandboxDecision> {
      if (behaviourOf(payment) !== "late") return take(payment, "cancel");
      await repository.hasten(payment.id, new Date(clock.now().getTime() + SOON_MS));
      return { payment: (await repository.find(payment.id)) ?? payment, changed: false };
    },

    /**
     * The payment service asks for the status: counts the question, makes final what has become so by now, and tells what
     * is wrong with the answer.
     */
    async ask(asked: SandboxPayment) {
      if (asked.status === "RCVD") return { payment: asked, trouble: undefined };
      return db.transaction(async (tx) => {
        const bank = createSandboxBankRepository(tx);
        const counted = (await bank.countAsk(asked.id, clock.now())) ?? asked;
        const due = isDue(counted, clock.now());
        const { payment } = due ? await step(bank, counted, "settle") : { payment: counted };
        return { payment, trouble: troubleOf(payment) };
      });
    },
  };
}
