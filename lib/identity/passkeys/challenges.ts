import type { DemandPassword } from "#lib/identity/second-factors/password-proof.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { PasskeySite } from "#lib/platform/passkeys/site.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { ChallengeRow } from "./repository.ts";
import * as repository from "./repository.ts";

export const CHALLENGE_MS = 5 * 60 * 1000;

export type PasskeyDeps = {
  db: Database;
  clock: Clock;
  site: PasskeySite;
  /** A correct attempt is given back. `take` throws `too_many_tries`. */
  limits: Pick<Limits, "take" | "giveBack">;
  demandPassword: DemandPassword;
  isOidcOnly: boolean;
};

type Deps = Pick<PasskeyDeps, "db" | "clock">;

export function keepChallenge(
  { db, clock }: Deps,
  row: Omit<ChallengeRow, "expiresAt">,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  return repository.insertChallenge(db, { ...row, expiresAt });
}

/**
 * Consumes the challenge even if the response is invalid.
 * @throws AppError `passkey_failed`
 */
export async function takeChallenge(
  { db, clock }: Deps,
  clientDataJSON: string,
  of: Pick<ChallengeRow, "userId" | "purpose">,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const isGood =
    challenge !== undefined &&
    (await repository.takeChallenge(db, { ...of, challenge, now: clock.now() }));
  if (!isGood) throw new AppError("passkey_failed");
  return challenge;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
