import { type Behaviour, behaviourPickedBy, isBehaviour } from "#lib/banks/behaviours.ts";
import type { SandboxPayment, SandboxStatus } from "./payment.ts";

/** What is wrong with one answer about a payment's status. */
export type Trouble = "silence" | "error" | "overload" | "no_json" | "unknown_status" | "no_status";

type Course = {
  /** When an accepted payment is final by itself, after the approval. */
  settlesAfterMs?: number;
  /** Which question about an accepted payment finds it final, counted from 1. */
  settlesAtAsk?: number;
  /** What is said in place of the status the payment has. */
  says?: (payment: SandboxPayment) => SandboxStatus;
  /** What is wrong with the answers to the first questions, one for each; the truth follows. */
  troubles?: readonly Trouble[];
};

const HOUR_MS = 60 * 60 * 1000;

/** How long after a refused cancellation a `late` payment is executed, and a `delayed` one after its approval. */
export const SOON_MS = 10_000;

const COURSES: Partial<Record<Behaviour, Course>> = {
  delayed: { settlesAfterMs: SOON_MS },
  hang: { troubles: ["silence"] },
  // The bank keeps the approval to itself. Nobody waits a day for it: a cancellation brings the end near.
  late: {
    settlesAfterMs: 24 * HOUR_MS,
    says: ({ status }) => (status === "ACSP" ? "RCVD" : (status as SandboxStatus)),
  },
  reject_then_execute: {
    settlesAtAsk: 2,
    says: ({ status }) => (status === "ACSP" ? "RJCT" : (status as SandboxStatus)),
  },
  execute_then_reject: {
    says: ({ status, asked }) =>
      status === "ACSC" && asked > 1 ? "RJCT" : (status as SandboxStatus),
  },
  malformed: { troubles: ["no_json", "unknown_status", "no_status"] },
  server_error: { troubles: ["error", "overload"] },
};

/** How the bank behaves about a payment: as was decided, until then as its amount picks. */
export function behaviourOf({ behaviour, status, amount }: SandboxPayment): Behaviour {
  if (status === "RCVD") return behaviourPickedBy(amount);
  return isBehaviour(behaviour) ? behaviour : "normal";
}

const courseOf = (payment: SandboxPayment): Course => COURSES[behaviourOf(payment)] ?? {};

/** When a payment approved at `now` is final by itself; `null`: it is so at once, or waits for something else. */
export function settlingTime(behaviour: Behaviour, now: Date): Date | null {
  const afterMs = COURSES[behaviour]?.settlesAfterMs;
  return afterMs === undefined ? null : new Date(now.getTime() + afterMs);
}

/** Tells whether an accepted payment has become final by `now`. */
export function isDue(payment: SandboxPayment, now: Date): boolean {
  if (payment.status !== "ACSP") return false;
  const { settlesAtAsk } = courseOf(payment);
  return (
    (payment.settlesAt !== null && payment.settlesAt <= now) ||
    (settlesAtAsk !== undefined && payment.asked >= settlesAtAsk)
  );
}

/** What is wrong with the answer to the question that was counted last. */
export function troubleOf(payment: SandboxPayment): Trouble | undefined {
  return courseOf(payment).troubles?.[payment.asked - 1];
}

/** The amount that is debited, in minor units: one more than ordered where the bank gets it wrong. */
export function executedAmount({ amount }: Pick<SandboxPayment, "amount">, behaviour: Behaviour) {
  return behaviour === "wrong_amount" ? amount + 1 : amount;
}

/** The payment as the bank tells of it. */
export function saidOf(payment: SandboxPayment): SandboxPayment {
  const status = courseOf(payment).says?.(payment) ?? payment.status;
  const amount =
    payment.status === "ACSC" ? executedAmount(payment, behaviourOf(payment)) : payment.amount;
  return { ...payment, status, amount };
}
