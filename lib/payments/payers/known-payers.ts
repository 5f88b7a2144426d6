import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { maskEmail } from "#lib/platform/values/email.ts";
import { maskIban } from "#lib/platform/values/iban.ts";
import { openDetails, type SessionDetails } from "./details.ts";
import { createDevices } from "./devices.ts";
import * as repository from "./repository.ts";
import { codeContext } from "./sent-codes.ts";

export type PayerKnowledge = {
  /** `a•••@shop.example`: the verified address, else the merchant's. */
  maskedEmail?: string | undefined;
  maskedIban?: string | undefined;
};

type Deps = { db: Database; clock: Clock; seal: Seal };

/** Opens only what belongs to `sessionIds`. */
export function createKnownPayers({ db, clock, seal }: Deps) {
  const devices = createDevices({ db, clock, seal });

  async function emailsBySession(sessions: { id: string; details: SessionDetails }[]) {
    const codes = await repository.listUsedCodes(
      db,
      sessions.map(({ id }) => id),
    );
    const byCode = new Map(
      codes.map((code) => [code.sessionId, opened(seal, code.sealedEmail, codeContext(code.id))]),
    );
    const byDevice = await devices.emailsOf(
      sessions.flatMap(({ details }) => details.deviceId ?? []),
    );
    return ({ id, details }: { id: string; details: SessionDetails }) =>
      byCode.get(id) ?? byDevice.get(details.deviceId ?? "") ?? details.email;
  }

  return async (sessionIds: string[]): Promise<Map<string, PayerKnowledge>> => {
    if (sessionIds.length === 0) return new Map();
    const rows = await repository.listSessions(db, sessionIds);
    const sessions = rows.map(({ id, sealedDetails }) => ({
      id,
      details: detailsOf(seal, id, sealedDetails),
    }));
    const emailOf = await emailsBySession(sessions);
    return new Map(
      sessions.map((session) => {
        const email = emailOf(session);
        const { iban } = session.details;
        return [
          session.id,
          { maskedEmail: email && maskEmail(email), maskedIban: iban && maskIban(iban) },
        ];
      }),
    );
  };
}

// One retired secret must not break a list.
function opened(seal: Seal, sealed: string, context: string): string | undefined {
  try {
    return seal.open(sealed, context);
  } catch {
    return undefined;
  }
}

function detailsOf(seal: Seal, id: string, sealed: string | null): SessionDetails {
  try {
    return openDetails(seal, id, sealed);
  } catch {
    return {};
  }
}
