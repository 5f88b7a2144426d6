/** In minor units of any currency. */
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

/** `normal`: the bank executes approved payments at once. */
export type Behaviour = "normal" | PickedBehaviour;

const PICKED = Object.keys(AMOUNTS) as PickedBehaviour[];

export const BEHAVIOURS: readonly Behaviour[] = ["normal", ...PICKED];

export function amountPicking(behaviour: Behaviour): number | undefined {
  return behaviour === "normal" ? undefined : AMOUNTS[behaviour];
}

export function behaviourPickedBy(amount: number): Behaviour {
  return PICKED.find((behaviour) => AMOUNTS[behaviour] === amount) ?? "normal";
}

export function isBehaviour(text: string): text is Behaviour {
  return (BEHAVIOURS as readonly string[]).includes(text);
}

/** `approve`: as the amount selects. `accept`: not final yet. `settle`: final. */
export const OUTCOMES = ["approve", "accept", "settle", "cancel", ...PICKED] as const;

export type Outcome = (typeof OUTCOMES)[number];
