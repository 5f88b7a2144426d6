import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { maskEmail } from "#lib/platform/email.ts";
import { maskIban } from "#lib/platform/iban.ts";
import { createDevices } from "./devices.ts";
import { createIdentities } from "./identities.ts";
import { createSessions } from "./sessions.ts";

/** What a merchant may know of a payer; each is there until it is forgotten. */
export type PayerKnowledge = {
  /** `a•••@shop.example`: whom the payer was verified as, else what the merchant told. */
  maskedEmail?: string | undefined;
  /** The payer's own account, told by the merchant. */
  maskedIban?: string | undefined;
};

/** Reads what is known of the payer of a session, masked; nothing for a session nobody has. */
export function createKnownPayers(deps: { db: Database; clock: Clock; seal: Seal }) {
  const devices = createDevices(deps);
  const sessions = createSessions({ ...deps, devices });
  const identities = createIdentities({ ...deps, devices });
  return async (sessionId: string): Promise<PayerKnowledge> => {
    const payment = await sessions.read(sessionId);
    if (!payment) return {};
    const email = (await identities.emailOf(payment)) ?? payment.details.email;
    const { iban } = payment.details;
    return {
      maskedEmail: email && maskEmail(email),
      maskedIban: iban && maskIban(iban),
    };
  };
}
