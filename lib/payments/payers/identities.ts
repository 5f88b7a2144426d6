import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { emailKey } from "#lib/platform/values/email.ts";
import type { Devices } from "./devices.ts";
import * as repository from "./repository.ts";
import { emailOf as codeEmailOf } from "./sent-codes.ts";
import type { Payment } from "./sessions.ts";

type Deps = { db: Database; seal: Seal; devices: Devices };

export type Identities = ReturnType<typeof createIdentities>;

export function createIdentities(deps: Deps) {
  /** The verified address; `undefined` before verification, or once it is deleted. */
  async function emailOf({ id, verifiedBy, details }: Payment): Promise<string | undefined> {
    if (verifiedBy === "merchant") return details.email;
    if (verifiedBy === "device") return details.deviceId && deps.devices.emailOf(details.deviceId);
    const used = verifiedBy === "code" ? await repository.findUsedCode(deps.db, id) : undefined;
    return used && codeEmailOf(deps.seal, used);
  }

  return {
    emailOf,

    /** Whether this device or a code to `email` verified the session. */
    async isOn(payment: Payment, deviceId: string, email: string): Promise<boolean> {
      const { verifiedBy, details } = payment;
      if (verifiedBy === "device") return details.deviceId === deviceId;
      if (verifiedBy !== "code") return false;
      const own = await emailOf(payment);
      return own !== undefined && emailKey(own) === emailKey(email);
    },
  };
}
