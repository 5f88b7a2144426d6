import type { UserId } from "#lib/identity/model/user.ts";
import { revokeWithoutFactor } from "#lib/identity/operators/role.ts";
import type { DemandPassword } from "#lib/identity/second-factors/password-proof.ts";
import { type AuditAction, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import type { Authentication, Registration } from "#lib/platform/passkeys/responses.ts";
import {
  type CreationOptions,
  createPasskeySite,
  type RequestOptions,
} from "#lib/platform/passkeys/site.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Passkey } from "./passkey.ts";
import type { ChallengeRow } from "./repository.ts";
import * as repository from "./repository.ts";

const CHALLENGE_MS = 5 * 60 * 1000;
const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 60;

export type PasskeyService = ReturnType<typeof createPasskeyService>;

type Deps = {
  db: Database;
  clock: Clock;
  /** A correct attempt is given back. `take` throws `too_many_tries`. */
  limits: Pick<Limits, "take" | "giveBack">;
  demandPassword: DemandPassword;
  /** Passkeys are bound to this URL's host. */
  consoleUrl: string;
  siteName: string;
  /** Then passkeys sign no one in, but confirm sessions. */
  isOidcOnly: boolean;
};

/** The device verifies the user, so a passkey replaces both sign-in steps. */
export function createPasskeyService(deps: Deps) {
  const { db, clock, limits, demandPassword, consoleUrl, siteName, isOidcOnly } = deps;
  const site = createPasskeySite({ url: consoleUrl, name: siteName });
  const failed = () => new AppError("passkey_failed");

  const keepChallenge = (row: Omit<ChallengeRow, "expiresAt">) =>
    repository.insertChallenge(db, {
      ...row,
      expiresAt: new Date(clock.now().getTime() + CHALLENGE_MS),
    });

  /** Consumes the challenge even if the response is invalid. */
  async function takeChallenge(
    clientDataJSON: string,
    of: Pick<ChallengeRow, "userId" | "purpose">,
  ): Promise<string> {
    const challenge = challengeIn(clientDataJSON);
    const isGood =
      challenge !== undefined &&
      (await repository.takeChallenge(db, { ...of, challenge, now: clock.now() }));
    if (!isGood) throw failed();
    return challenge;
  }

  const audit = (tx: Database, userId: UserId, action: AuditAction, target: string) =>
    recordAudit(tx, clock.now(), { accountId: null, actor: userId, action, target });

  return {
    /**
     * Valid once, for 5 minutes. Checks early what `finishRegistration` checks, so that no device keeps an unknown passkey.
     * @throws AppError `invalid_request` (name, password), `limit_reached`, `too_many_tries`
     */
    async startRegistration(
      user: { id: UserId; email: string; name: string },
      input: { name: string; password: string },
    ): Promise<CreationOptions> {
      parseName(input.name);
      await demandPassword(user.id, input.password);
      const own = await repository.list(db, user.id);
      if (own.length >= MAX_PASSKEYS) throw new AppError("limit_reached");
      const options = await site.creationOptions(
        { id: Uint8Array.from(Buffer.from(user.id)), name: user.email, displayName: user.name },
        { timeoutMs: CHALLENGE_MS, exclude: own },
      );
      const { challenge } = options;
      await keepChallenge({ challenge, userId: user.id, purpose: "register" });
      return options;
    },

    /** @throws AppError `invalid_request` (name), `passkey_failed`, `limit_reached` */
    async finishRegistration(
      userId: UserId,
      input: { name: string; response: Registration },
    ): Promise<{ id: string }> {
      const name = parseName(input.name);
      const { response } = input;
      const clientDataJSON = response.response.clientDataJSON;
      const challenge = await takeChallenge(clientDataJSON, { userId, purpose: "register" });
      const passkey = await site.verifyRegistration(response, challenge);
      const id = newId("pky");
      await db.transaction(async (tx) => {
        if ((await repository.lockAndCount(tx, userId)) >= MAX_PASSKEYS) {
          throw new AppError("limit_reached");
        }
        await revokeWithoutFactor(deps, tx, userId);
        const isNew = await repository.insert(tx, {
          id,
          userId,
          name,
          ...passkey,
          createdAt: clock.now(),
          lastUsedAt: null,
        });
        if (!isNew) throw failed();
        await audit(tx, userId, "user.passkey_added", id);
      });
      return { id };
    },

    /**
     * Valid once, for 5 minutes. `isSignedIn`: to confirm a session.
     * @throws AppError `oidc_only`, `too_many_tries`
     */
    async startSignIn(address: string, isSignedIn: boolean): Promise<RequestOptions> {
      if (isOidcOnly && !isSignedIn) throw new AppError("oidc_only");
      await limits.take("sign-in-address", address);
      const options = await site.requestOptions({ timeoutMs: CHALLENGE_MS });
      await keepChallenge({ challenge: options.challenge, userId: null, purpose: "sign_in" });
      return options;
    },

    /**
     * `signedInId`: the user of the browser's session, which this may confirm.
     * @throws AppError `oidc_only`, `passkey_failed`, without a reason
     */
    async finishSignIn(
      response: Authentication,
      address: string,
      signedInId: string | undefined,
    ): Promise<{ userId: string }> {
      const { clientDataJSON, userHandle } = response.response;
      const challenge = await takeChallenge(clientDataJSON, { userId: null, purpose: "sign_in" });
      const passkey = await repository.findByCredential(db, response.id);
      if (!passkey) throw failed();
      const { userId } = passkey;
      if (isOidcOnly && userId !== signedInId) throw new AppError("oidc_only");
      if (userHandle !== handleOf(userId)) throw failed();
      const newCounter = await site.verifySignIn(response, challenge, passkey);
      if (!(await repository.noteUse(db, passkey, newCounter, clock.now()))) throw failed();
      await limits.giveBack("sign-in-address", address);
      return { userId };
    },

    /** Oldest first. */
    async list(userId: string): Promise<Passkey[]> {
      const rows = await repository.list(db, userId);
      return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt,
        lastUsedAt,
      }));
    },

    /**
     * With the last second factor, an operator loses that role.
     * @throws AppError `not_found` if the passkey is not the user's
     */
    remove: (userId: UserId, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        if (!(await repository.remove(tx, userId, id))) {
          throw new AppError("not_found");
        }
        await audit(tx, userId, "user.passkey_removed", id);
        await revokeWithoutFactor(deps, tx, userId);
      }),

    purge: (): Promise<number> => repository.deleteChallenges(db, clock.now()),
  };
}

function parseName(text: string): string {
  const name = text.trim();
  if (isPrintable(name, MAX_NAME_LENGTH)) return name;
  throw invalidField("name", "passkey_name_missing");
}

const handleOf = (userId: string) => Buffer.from(userId).toString("base64url");

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
