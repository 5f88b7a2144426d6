import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { maskEmail } from "#lib/platform/email.ts";
import { maskIban } from "#lib/platform/iban.ts";
import { createDevices } from "./devices.ts";
import { createIdentities } from "./identities.ts";
import { createSessions } from "./sessions.ts";

/** Each field is present until it is deleted. */
export type PayerKnowledge = {
  /** `a•••@shop.example`: the verified address, else the merchant's. */
  maskedEmail?: string | undefined;
  /** Sent by the merchant. */
  maskedIban?: string | undefined;
};

/** Empty for an unknown session. */
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
