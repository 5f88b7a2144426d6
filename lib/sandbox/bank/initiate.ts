import type { Behaviour } from "#lib/banks/sandbox/behaviours.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { randomToken } from "#lib/platform/values/ids.ts";
import type { SandboxPayment, SandboxStatus } from "./payment.ts";
import * as repository from "./repository.ts";

/** Amount in minor units. */
export type SandboxInitiation = Pick<
  SandboxPayment,
  | "requestId"
  | "product"
  | "endToEndId"
  | "amount"
  | "currency"
  | "creditorIban"
  | "creditorName"
  | "remittance"
  | "debtorIban"
  | "redirectUri"
  | "nokRedirectUri"
>;

/** Returns the same payment for the same `requestId`; `undefined` if the order differs. */
export async function initiate(
  { db, clock }: { db: Database; clock: Clock },
  input: SandboxInitiation,
): Promise<SandboxPayment | undefined> {
  const now = clock.now();
  const created = await repository.insert(db, {
    ...input,
    id: randomToken(16),
    approvalToken: randomToken(32),
    status: "RCVD" satisfies SandboxStatus,
    reason: null,
    behaviour: "normal" satisfies Behaviour,
    settlesAt: null,
    asked: 0,
    createdAt: now,
    updatedAt: now,
  });
  if (created) return created;
  const earlier = await repository.findByRequestId(db, input.requestId);
  return earlier && isSame(earlier, input) ? earlier : undefined;
}

// Without the debtor, whom the payer may have changed on approval.
const COMPARED = [
  "product",
  "endToEndId",
  "amount",
  "currency",
  "creditorIban",
  "creditorName",
  "remittance",
  "redirectUri",
  "nokRedirectUri",
] as const satisfies (keyof SandboxInitiation)[];

function isSame(payment: SandboxPayment, input: SandboxInitiation): boolean {
  return COMPARED.every((field) => payment[field] === input[field]);
}
