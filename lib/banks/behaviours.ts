/** How the sandbox bank can behave about a payment, each with the amount, in minor units, that picks it. */
const AMOUNTS = {
  decline: 66601,
  insufficient_funds: 66602,
  delayed: 66603,
  hang: 66604,
  late: 66605,
  never_final: 66606,
  twice: 66607,
  reject_then_execute: 66608,
  execute_then_reject: 66609,
  wrong_amount: 66610,
  malformed: 66611,
  server_error: 66612,
  slow: 66613,
} as const;

type PickedBehaviour = keyof typeof AMOUNTS;

/** `normal`: what is approved is executed at once. */
export type Behaviour = "normal" | PickedBehaviour;

const PICKED = Object.keys(AMOUNTS) as PickedBehaviour[];

/** Every behaviour, in the order people read them. */
export const BEHAVIOURS: readonly Behaviour[] = ["normal", ...PICKED];

/** The amount, in minor units of any currency, that picks a behaviour; none for `normal`, which every other amount has. */
export function amountPicking(behaviour: Behaviour): number | undefined {
  return behaviour === "normal" ? undefined : AMOUNTS[behaviour];
}

/** The behaviour an amount picks: of all amounts only those of the table pick one. */
export function behaviourPickedBy(amount: number): Behaviour {
  return PICKED.find((behaviour) => AMOUNTS[behaviour] === amount) ?? "normal";
}

/** Tells whether a stored text names a behaviour. */
export function isBehaviour(text: string): text is Behaviour {
  return (BEHAVIOURS as readonly string[]).includes(text);
}

/**
 * What can be made to happen to a payment without its pages: `approve` with the behaviour its amount picks, `accept`
 * without a final answer, `settle` to give that, `cancel`, and approval with each behaviour by its name.
 */
export const OUTCOMES = ["approve", "accept", "settle", "cancel", ...PICKED] as const;

export type Outcome = (typeof OUTCOMES)[number];
