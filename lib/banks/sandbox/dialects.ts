import type { NeededFromPayer, Proof } from "#lib/banks/connector.ts";

/** Sent by us with each request, so that one sandbox bank speaks all dialects. */
export const DIALECT_HEADER = "sandbox-dialect";

type DialectBank = {
  id: string;
  name: string;
  settings: {
    proof?: Proof;
    finalStatuses?: readonly string[];
    statusInOrder?: boolean;
    prefersDecoupled?: boolean;
    approvalMinutes?: number;
    needs?: readonly NeededFromPayer[];
  };
};

/** Kinds of real banks, to try in test mode. */
export const DIALECT_BANKS = {
  links_as_text: { id: "sandbox-links-as-text", name: "Sandbox: links as text", settings: {} },
  decoupled: {
    id: "sandbox-decoupled",
    name: "Sandbox: approval in an app",
    settings: { prefersDecoupled: true, approvalMinutes: 5 },
  },
  no_end_to_end_id: {
    id: "sandbox-no-end-to-end-id",
    name: "Sandbox: no end-to-end id",
    settings: { proof: "no-end-to-end-id" },
  },
  accepted_is_final: {
    id: "sandbox-accepted-is-final",
    name: "Sandbox: ACCP is final",
    settings: { finalStatuses: ["ACCP"], statusInOrder: true },
  },
  asks_payer: {
    id: "sandbox-asks-payer",
    name: "Sandbox: asks for your account",
    settings: { needs: ["iban", "id"] },
  },
  oauth: { id: "sandbox-oauth", name: "Sandbox: grant before the order", settings: {} },
  embedded: {
    id: "sandbox-embedded",
    name: "Sandbox: no page to approve",
    settings: { approvalMinutes: 5 },
  },
} as const satisfies Record<string, DialectBank>;

export type Dialect = keyof typeof DIALECT_BANKS;

export const DIALECTS = Object.keys(DIALECT_BANKS) as Dialect[];

export function isDialectBank(bankId: string): boolean {
  return DIALECTS.some((dialect) => DIALECT_BANKS[dialect].id === bankId);
}
