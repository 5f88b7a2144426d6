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

/** The names of the codes, which some banks send instead. Without spaces, in small letters. */
const NAMES: Record<string, string> = {
  received: "RCVD",
  partiallyacceptedtechnical: "PATC",
  partiallyacceptedtechnicalcorrect: "PATC",
  pending: "PDNG",
  acceptedtechnicalvalidation: "ACTC",
  acceptedcustomerprofile: "ACCP",
  acceptedwithchange: "ACWC",
  acceptedfundschecked: "ACFC",
  acceptedsettlementinprocess: "ACSP",
  acceptedsettlementinprogress: "ACSP",
  acceptedwithoutposting: "ACWP",
  partiallyaccepted: "PART",
  acceptedsettlementcompleted: "ACSC",
  acceptedcreditsettlementcompleted: "ACCC",
  rejected: "RJCT",
  cancelled: "CANC",
  canceled: "CANC",
};

/** Of one bank. `statuses`: own words and what they mean. `finalStatuses`: its last words for an executed payment. */
export type BankWords = {
  statuses?: Readonly<Record<string, string>> | undefined;
  finalStatuses?: readonly string[] | undefined;
};

// `unconfirmed` and `failed` are no approvals: only the payment's own status ends it.
const APPROVED_SCA = new Set(["finalised", "exempted"]);

export function isStandardStatus(word: string): boolean {
  return Object.hasOwn(STATUS_RULES, word);
}

/** Also the own words of the bank. */
export function isKnownStatus(word: string, words: BankWords = {}): boolean {
  return find(word, words) !== undefined;
}

/**
 * What is stored: the code, or the bank's own word.
 * @throws BankError `unexpected_answer`
 */
export function bankStatusOf(word: string, words: BankWords = {}): string {
  return ruleFor(word, words).bankStatus;
}

/** @throws BankError `unexpected_answer` */
export function dependsOnSca(word: string, words: BankWords = {}): boolean {
  return ruleFor(word, words).dependsOnSca === true;
}

/** @throws BankError `unexpected_answer` */
export function paymentStateOf(
  word: string,
  scaStatuses: string[] = [],
  words: BankWords = {},
): PaymentState {
  const { isFinal, ...rule } = ruleFor(word, words);
  const isApproved = scaStatuses.some((status) => APPROVED_SCA.has(status));
  if (isFinal && (isApproved || !rule.dependsOnSca)) return "succeeded";
  if (!rule.dependsOnSca || scaStatuses.length === 0) return rule.state;
  return isApproved ? "processing" : "open";
}

type Found = StatusRule & { bankStatus: string; isFinal: boolean };

function ruleFor(word: string, words: BankWords): Found {
  const found = find(word, words);
  if (!found) throw new BankError("unexpected_answer", "the bank reported an unknown status");
  return found;
}

function find(word: string, { statuses = {}, finalStatuses = [] }: BankWords): Found | undefined {
  const named = word.toLowerCase();
  const code = isStandardStatus(word)
    ? word
    : word.length > 4 && Object.hasOwn(NAMES, named)
      ? NAMES[named]
      : undefined;
  const bankStatus = code ?? word;
  const isFinal = finalStatuses.includes(bankStatus);
  const meaning = code ?? (Object.hasOwn(statuses, word) ? statuses[word] : undefined);
  const rule = meaning === undefined ? undefined : STATUS_RULES[meaning];
  if (rule) return { ...rule, bankStatus, isFinal };
  return isFinal ? { state: "succeeded", bankStatus, isFinal } : undefined;
}
