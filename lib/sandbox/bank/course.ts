import { type Behaviour, behaviourPickedBy, isBehaviour } from "#lib/banks/sandbox/behaviours.ts";
import type { SandboxPayment, SandboxStatus } from "./payment.ts";

export type Trouble = "silence" | "error" | "overload" | "no_json" | "unknown_status" | "no_status";

type Course = {
  /** From the approval of an accepted payment until it is final. */
  settlesAfterMs?: number;
  /** The status request that finds an accepted payment final, counted from 1. */
  settlesAtAsk?: number;
  says?: (payment: SandboxPayment) => SandboxStatus;
  troubles?: readonly Trouble[];
};

const HOUR_MS = 60 * 60 * 1000;

/** `late`: after a refused cancellation. `delayed`: after the approval. */
export const SOON_MS = 10_000;

const COURSES: Partial<Record<Behaviour, Course>> = {
  delayed: { settlesAfterMs: SOON_MS },
  hang: { troubles: ["silence"] },
  // The bank hides the approval. A cancellation shortens the day to `SOON_MS`.
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

export function behaviourOf({ behaviour, status, amount }: SandboxPayment): Behaviour {
  if (status === "RCVD") return behaviourPickedBy(amount);
  return isBehaviour(behaviour) ? behaviour : "normal";
}

const courseOf = (payment: SandboxPayment): Course => COURSES[behaviourOf(payment)] ?? {};

export function settlingTime(behaviour: Behaviour, now: Date): Date | null {
  const afterMs = COURSES[behaviour]?.settlesAfterMs;
  return afterMs === undefined ? null : new Date(now.getTime() + afterMs);
}

export function isDue(payment: SandboxPayment, now: Date): boolean {
  if (payment.status !== "ACSP") return false;
  const { settlesAtAsk } = courseOf(payment);
  return (
    (payment.settlesAt !== null && payment.settlesAt <= now) ||
    (settlesAtAsk !== undefined && payment.asked >= settlesAtAsk)
  );
}

export function troubleOf(payment: SandboxPayment): Trouble | undefined {
  return courseOf(payment).troubles?.[payment.asked - 1];
}

/** In minor units; `wrong_amount` debits one more than ordered. */
export function executedAmount({ amount }: Pick<SandboxPayment, "amount">, behaviour: Behaviour) {
  return behaviour === "wrong_amount" ? amount + 1 : amount;
}

export function saidOf(payment: SandboxPayment): SandboxPayment {
  const status = courseOf(payment).says?.(payment) ?? payment.status;
  const amount =
    payment.status === "ACSC" ? executedAmount(payment, behaviourOf(payment)) : payment.amount;
  return { ...payment, status, amount };
}
