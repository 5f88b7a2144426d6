import { BankError, type PaymentState } from "#lib/banks/connector.ts";

type StatusRule = {
  state: PaymentState;
  /** The code is used both before and after the payer's approval, so the SCA status has to tell which. */
  dependsOnSca?: true;
};

/**
 * What each ISO 20022 transaction status says about a payment (NextGenPSD2 1.3, `transactionStatus`).
 * `state` holds when the bank tells nothing about the payer's approval. The doubtful codes count as
 * `processing` then: a payment that may be on its way is never taken for one that can be dropped.
 * ACWP and PART say less than executed, so neither succeeds.
 */
const STATUS_RULES: Record<string, StatusRule> = {
  RCVD: { state: "open", dependsOnSca: true },
  PATC: { state: "open" },
  PDNG: { state: "processing", dependsOnSca: true },
  ACTC: { state: "processing", dependsOnSca: true },
  ACCP: { state: "processing", dependsOnSca: true },
  ACWC: { state: "processing", dependsOnSca: true },
  ACFC: { state: "processing", dependsOnSca: true },
  ACSP: { state: "processing" },
  ACWP: { state: "processing" },
  PART: { state: "processing" },
  ACSC: { state: "succeeded" },
  ACCC: { state: "succeeded" },
  RJCT: { state: "declined" },
  CANC: { state: "cancelled" },
};

// `unconfirmed` and `failed` are not approval: only the payment's own status may end it.
const APPROVED_SCA = new Set(["finalised", "exempted"]);

/** Tells whether a status is one of the standard's. */
export function isKnownStatus(bankStatus: string): boolean {
  return Object.hasOwn(STATUS_RULES, bankStatus);
}

function ruleFor(bankStatus: string): StatusRule {
  const rule = isKnownStatus(bankStatus) ? STATUS_RULES[bankStatus] : undefined;
  if (!rule) throw new BankError("unexpected_answer", "the bank reported an unknown status");
  return rule;
}

/** Tells whether the SCA status has to be read to place `bankStatus`; throws {@link BankError} for an unknown code. */
export function dependsOnSca(bankStatus: string): boolean {
  return ruleFor(bankStatus).dependsOnSca === true;
}

/**
 * Places an ISO 20022 status. Banks report codes such as ACTC or ACCP already before the payer has approved, so
 * those are `open` or `processing` by the SCA status of the authorisations when the bank gives one (`scaStatuses`).
 * Throws {@link BankError} `unexpected_answer` for a code that is not in the table.
 */
export function paymentStateOf(bankStatus: string, scaStatuses: string[] = []): PaymentState {
  const rule = ruleFor(bankStatus);
  if (!rule.dependsOnSca || scaStatuses.length === 0) return rule.state;
  return scaStatuses.some((status) => APPROVED_SCA.has(status)) ? "processing" : "open";
}
