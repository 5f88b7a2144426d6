import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import type { DemandPassword } from "#lib/identity/second-factors/password-proof.ts";
import { type AuditAction, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { isPrintable } from "#lib/platform/printable.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { Authentication, Passkey, Registration } from "./passkey.ts";
import { type ChallengeRow, createPasskeyRepository, type PasskeyRow } from "./repository.ts";

const CHALLENGE_MS = 5 * 60 * 1000;
const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 60;
// EdDSA, ES256, RS256: what authenticators have. The library's own choice adds what Node calls experimental.
const ALGORITHMS = [-8, -7, -257];

export type PasskeyService = ReturnType<typeof createPasskeyService>;

type UserId = `usr_${string}`;

type Deps = {
  db: Database;
  clock: Clock;
  /** Counts tries; one that was right is given back. `take` throws `too_many_tries`. */
  limits: Pick<Limits, "take" | "giveBack">;
  demandPassword: DemandPassword;
  /** Where the console is: passkeys are bound to its host. */
  consoleUrl: string;
  /** What browsers name the site. */
  siteName: string;
};

/** Passkeys (WebAuthn). Each is checked by the device that holds it, so it stands for both steps of signing in. */
export function createPasskeyService(deps: Deps) {
  const { db, clock, limits, demandPassword, consoleUrl, siteName } = deps;
  const repository = createPasskeyRepository(db);
  const { hostname: rpID, origin } = new URL(consoleUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  const failed = (cause?: unknown) => new AppError("passkey_failed", { cause });

  const keepChallenge = (row: Omit<ChallengeRow, "expiresAt">) =>
    repository.insertChallenge({
      ...row,
      expiresAt: new Date(clock.now().getTime() + CHALLENGE_MS),
    });

  /** The challenge that was answered; nobody can answer it again, whatever becomes of this answer. */
  async function takeChallenge(
    clientDataJSON: string,
    of: Pick<ChallengeRow, "userId" | "purpose">,
  ): Promise<string> {
    const challenge = challengeIn(clientDataJSON);
    const isGood =
      challenge !== undefined &&
      (await repository.takeChallenge({ ...of, challenge, now: clock.now() }));
    if (!isGood) throw failed();
    return challenge;
  }

  const audit = (tx: Database, userId: UserId, action: AuditAction, target: string) =>
    recordAudit(tx, clock.now(), { accountId: null, actor: userId, action, target });

  return {
    /**
     * Begins to make a passkey; what the browser needs for it. The answer is good for 5 minutes, once. Refuses at once what
     * `finishRegistration` would, so that no device keeps a passkey that we don't know. Throws `invalid_request`
     * (name, password), `limit_reached`, `too_many_tries`.
     */
    async startRegistration(
      user: { id: UserId; email: string; name: string },
      input: { name: string; password: string },
    ): Promise<PublicKeyCredentialCreationOptionsJSON> {
      parseName(input.name);
      await demandPassword(user.id, input.password);
      const own = await repository.list(user.id);
      if (own.length >= MAX_PASSKEYS) throw new AppError("limit_reached");
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID,
        userName: user.email,
        userDisplayName: user.name,
        userID: Uint8Array.from(Buffer.from(user.id)),
        timeout: CHALLENGE_MS,
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: own.map((each) => ({
          id: each.credentialId,
          transports: each.transports,
        })),
        // Nobody types who they are at sign-in, so a passkey that does not know it by itself would be good for nothing.
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      const { challenge } = options;
      await keepChallenge({ challenge, userId: user.id, purpose: "register" });
      return options;
    },

    /** Keeps the passkey that a browser made. Throws `invalid_request` (name), `passkey_failed`, `limit_reached`. */
    async finishRegistration(
      userId: UserId,
      input: { name: string; response: Registration },
    ): Promise<{ id: string }> {
      const name = parseName(input.name);
      const { response } = input;
      const clientDataJSON = response.response.clientDataJSON;
      const challenge = await takeChallenge(clientDataJSON, { userId, purpose: "register" });
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        response,
        expectedChallenge: challenge,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch((cause: unknown) => {
        throw failed(cause);
      });
      if (!verified) throw failed();
      const { credential } = registrationInfo;
      const id = newId("pky");
      await db.transaction(async (tx) => {
        const inside = createPasskeyRepository(tx);
        if ((await inside.lockAndCount(userId)) >= MAX_PASSKEYS) {
          throw new AppError("limit_reached");
        }
        const isNew = await inside.insert({
          id,
          userId,
          name,
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString("base64url"),
          counter: credential.counter,
          transports: response.response.transports,
          createdAt: clock.now(),
          lastUsedAt: null,
        });
        if (!isNew) throw failed();
        await audit(tx, userId, "user.passkey_added", id);
      });
      return { id };
    },

    /**
     * Begins to sign somebody in; who it is the passkey tells. The answer is good for 5 minutes, once. `address`: from
     * where. Throws `too_many_tries`.
     */
    async startSignIn(address: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
      await limits.take("sign-in-address", address);
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: CHALLENGE_MS,
        userVerification: "required",
      });
      await keepChallenge({ challenge: options.challenge, userId: null, purpose: "sign_in" });
      return options;
    },

    /** Who a passkey signs in. Throws `passkey_failed`, which tells nothing of why. */
    async finishSignIn(response: Authentication, address: string): Promise<{ userId: string }> {
      const { clientDataJSON, userHandle } = response.response;
      const challenge = await takeChallenge(clientDataJSON, { userId: null, purpose: "sign_in" });
      const passkey = await repository.findByCredential(response.id);
      if (!passkey) throw failed();
      const { userId } = passkey;
      if (userHandle !== handleOf(userId)) throw failed();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expected,
        response,
        expectedChallenge: challenge,
        credential: credentialOf(passkey),
      }).catch((cause: unknown) => {
        throw failed(cause);
      });
      const { newCounter } = authenticationInfo;
      if (!verified || !(await repository.noteUse(passkey, newCounter, clock.now()))) {
        throw failed();
      }
      await limits.giveBack("sign-in-address", address);
      return { userId };
    },

    /** The passkeys of a user, the oldest first. */
    async list(userId: string): Promise<Passkey[]> {
      const rows = await repository.list(userId);
      return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt,
        lastUsedAt,
      }));
    },

    /** Removes a passkey: it signs nobody in any more. Throws `not_found` for one that is not the user's. */
    remove: (userId: UserId, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        if (!(await createPasskeyRepository(tx).delete(userId, id))) {
          throw new AppError("not_found");
        }
        await audit(tx, userId, "user.passkey_removed", id);
      }),

    /** Forgets challenges nobody answered in time; answers how many. */
    purge: (): Promise<number> => repository.deleteChallenges(clock.now()),
  };
}

function parseName(text: string): string {
  const name = text.trim();
  if (isPrintable(name, MAX_NAME_LENGTH)) return name;
  const fields = [{ path: "name", message: "passkey_name_missing" }];
  throw new AppError("invalid_request", { fields });
}

const handleOf = (userId: string) => Buffer.from(userId).toString("base64url");

function credentialOf({ credentialId, publicKey, counter, transports }: PasskeyRow) {
  const key = Uint8Array.from(Buffer.from(publicKey, "base64url"));
  return { id: credentialId, publicKey: key, counter, transports };
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
