import { randomUUID } from "node:crypto";
import type { Behaviour, Outcome } from "#lib/banks/sandbox/behaviours.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { SandboxAccount } from "./accounts.ts";
import { behaviourOf, executedAmount, isDue, SOON_MS, settlingTime, troubleOf } from "./course.ts";
import { type SandboxPayment, STEPS } from "./payment.ts";
import * as repository from "./repository.ts";

export type SandboxDecision = { payment: SandboxPayment; changed: boolean };

export type DecisionDeps = { db: Database; clock: Clock };

/** In the database transaction that makes the payment final, so only once. */
async function book(tx: Database, payment: SandboxPayment, bookedAt: Date): Promise<void> {
  if (!payment.debtorIban) throw new Error(`sandbox payment ${payment.id} has no debtor`);
  await repository.book(tx, {
    id: randomUUID(),
    paymentId: payment.id,
    debtorIban: payment.debtorIban,
    creditorIban: payment.creditorIban,
    amount: executedAmount(payment, behaviourOf(payment)),
    currency: payment.currency,
    bookedAt,
  });
}

async function step(
  { clock }: Pick<DecisionDeps, "clock">,
  tx: Database,
  payment: SandboxPayment,
  outcome: Outcome,
  values: Partial<SandboxPayment> = {},
): Promise<SandboxDecision> {
  const { from, to } = STEPS[outcome];
  const changed = await repository.advance(tx, payment.id, from, {
    ...values,
    status: to,
    updatedAt: clock.now(),
    ...(to === "RJCT" ? { reason: outcome } : {}),
  });
  if (changed && to === "ACSC") await book(tx, changed, clock.now());
  return {
    payment: changed ?? (await repository.find(tx, payment.id)) ?? payment,
    changed: changed !== undefined,
  };
}

export function take(
  deps: DecisionDeps,
  payment: SandboxPayment,
  outcome: Outcome,
): Promise<SandboxDecision> {
  return deps.db.transaction((tx) => step(deps, tx, payment, outcome));
}

/** Rejects if funds are insufficient. Checks payments from one account one by one. */
export function approveFrom(
  deps: DecisionDeps,
  payment: SandboxPayment,
  account: SandboxAccount,
  behaviour: Behaviour,
  outcome: Outcome = behaviour === "normal" ? "approve" : behaviour,
): Promise<SandboxDecision> {
  const settlesAt = settlingTime(behaviour, deps.clock.now());
  return deps.db.transaction(async (tx) => {
    await repository.lockAccount(tx, account.iban);
    const left = account.opening - (await repository.spent(tx, account.iban, payment.currency));
    const isEnough = left >= executedAmount(payment, behaviour);
    return step(deps, tx, payment, isEnough ? outcome : "insufficient_funds", {
      debtorIban: account.iban,
      behaviour,
      settlesAt,
    });
  });
}

/** A `late` bank refuses, and soon executes an approved payment. */
export async function withdraw(
  deps: DecisionDeps,
  payment: SandboxPayment,
): Promise<SandboxDecision> {
  const { db, clock } = deps;
  if (behaviourOf(payment) !== "late") return take(deps, payment, "cancel");
  await repository.settleSoon(db, payment.id, new Date(clock.now().getTime() + SOON_MS));
  return { payment: (await repository.find(db, payment.id)) ?? payment, changed: false };
}

export async function ask(deps: DecisionDeps, asked: SandboxPayment) {
  const { db, clock } = deps;
  if (asked.status === "RCVD") return { payment: asked, trouble: undefined };
  return db.transaction(async (tx) => {
    const counted = (await repository.countAsk(tx, asked.id, clock.now())) ?? asked;
    const due = isDue(counted, clock.now());
    const { payment } = due ? await step(deps, tx, counted, "settle") : { payment: counted };
    return { payment, trouble: troubleOf(payment) };
  });
}
