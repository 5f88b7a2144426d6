import { AppError } from "#lib/platform/failures/errors.ts";
import type { Authentication } from "#lib/platform/passkeys/responses.ts";
import {
  type RequestOptions,
  requestOptionsFor,
  verifySignIn,
} from "#lib/platform/passkeys/site.ts";
import { CHALLENGE_MS, keepChallenge, type PasskeyDeps, takeChallenge } from "./challenges.ts";
import * as repository from "./repository.ts";

/**
 * Valid once, for 5 minutes. `isSignedIn`: to confirm a session.
 * @throws AppError `oidc_only`, `too_many_tries`
 */
export async function startSignIn(
  deps: PasskeyDeps,
  address: string,
  isSignedIn: boolean,
): Promise<RequestOptions> {
  if (deps.isOidcOnly && !isSignedIn) throw new AppError("oidc_only");
  await deps.limits.take("sign-in-address", address);
  const options = await requestOptionsFor(deps.site, { timeoutMs: CHALLENGE_MS });
  await keepChallenge(deps, { challenge: options.challenge, userId: null, purpose: "sign_in" });
  return options;
}

/** @throws AppError `oidc_only`, `passkey_failed`, without a reason */
export async function finishSignIn(
  deps: PasskeyDeps,
  response: Authentication,
  address: string,
  signedInId: string | undefined,
): Promise<{ userId: string }> {
  const { db, clock, site, limits, isOidcOnly } = deps;
  const { clientDataJSON, userHandle } = response.response;
  const challenge = await takeChallenge(deps, clientDataJSON, { userId: null, purpose: "sign_in" });
  const passkey = await repository.findByCredential(db, response.id);
  if (!passkey) throw new AppError("passkey_failed");
  const { userId } = passkey;
  if (isOidcOnly && userId !== signedInId) throw new AppError("oidc_only");
  if (userHandle !== handleOf(userId)) throw new AppError("passkey_failed");
  const newCounter = await verifySignIn(site, response, challenge, passkey);
  if (!(await repository.noteUse(db, passkey, newCounter, clock.now())))
    throw new AppError("passkey_failed");
  await limits.giveBack("sign-in-address", address);
  return { userId };
}

const handleOf = (userId: string) => Buffer.from(userId).toString("base64url");
