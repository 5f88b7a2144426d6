import { BankError, type PaymentState } from "#lib/banks/connector.ts";

type StatusRule = {
  state: PaymentState;
  dependsOnSca?: true;
};

/**
 * ISO 20022 (NextGenPSD2 1.3, `transactionStatus`). `state` applies without an SCA status. Doubtful codes are `processing`: a
 * payment under way is never dropped.
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

// `unconfirmed` and `failed` are no approvals: only the payment's own status ends it.
const APPROVED_SCA = new Set(["finalised", "exempted"]);

export function isKnownStatus(bankStatus: string): boolean {
  return Object.hasOwn(STATUS_RULES, bankStatus);
}

function ruleFor(bankStatus: string): StatusRule {
  const rule = isKnownStatus(bankStatus) ? STATUS_RULES[bankStatus] : undefined;
  if (!rule) throw new BankError("unexpected_answer", "the bank reported an unknown status");
  return rule;
}

/** @throws BankError `unexpected_answer` */
export function dependsOnSca(bankStatus: string): boolean {
  return ruleFor(bankStatus).dependsOnSca === true;
}

/** @throws BankError `unexpected_answer` */
export function paymentStateOf(bankStatus: string, scaStatuses: string[] = []): PaymentState {
  const rule = ruleFor(bankStatus);
  if (!rule.dependsOnSca || scaStatuses.length === 0) return rule.state;
  return scaStatuses.some((status) => APPROVED_SCA.has(status)) ? "processing" : "open";
}
