import type { UserId } from "#lib/identity/model/user.ts";
import { revokeWithoutFactor } from "#lib/identity/operators/role.ts";
import { recordAudit } from "#lib/platform/audit/log.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import type { Registration } from "#lib/platform/passkeys/responses.ts";
import {
  type CreationOptions,
  creationOptionsFor,
  verifyRegistration,
} from "#lib/platform/passkeys/site.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { CHALLENGE_MS, keepChallenge, type PasskeyDeps, takeChallenge } from "./challenges.ts";
import * as repository from "./repository.ts";

const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 60;

export type Registrant = { id: UserId; email: string; name: string };

/**
 * Valid once, for 5 minutes. Checks early, so that no device keeps an unknown passkey.
 * @throws AppError `invalid_request` (name, password), `limit_reached`, `too_many_tries`
 */
export async function startRegistration(
  deps: PasskeyDeps,
  user: Registrant,
  input: { name: string; password: string },
): Promise<CreationOptions> {
  parseName(input.name);
  await deps.demandPassword(user.id, input.password);
  const own = await repository.list(deps.db, user.id);
  if (own.length >= MAX_PASSKEYS) throw new AppError("limit_reached");
  const options = await creationOptionsFor(
    deps.site,
    { id: Uint8Array.from(Buffer.from(user.id)), name: user.email, displayName: user.name },
    { timeoutMs: CHALLENGE_MS, exclude: own },
  );
  const { challenge } = options;
  await keepChallenge(deps, { challenge, userId: user.id, purpose: "register" });
  return options;
}

/** @throws AppError `invalid_request` (name), `passkey_failed`, `limit_reached` */
export async function finishRegistration(
  deps: PasskeyDeps,
  userId: UserId,
  input: { name: string; response: Registration },
): Promise<{ id: string }> {
  const { db, clock, site } = deps;
  const name = parseName(input.name);
  const { response } = input;
  const clientDataJSON = response.response.clientDataJSON;
  const challenge = await takeChallenge(deps, clientDataJSON, { userId, purpose: "register" });
  const passkey = await verifyRegistration(site, response, challenge);
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
    if (!isNew) throw new AppError("passkey_failed");
    const action = "user.passkey_added";
    await recordAudit(tx, clock.now(), { accountId: null, actor: userId, action, target: id });
  });
  return { id };
}

function parseName(text: string): string {
  const name = text.trim();
  if (isPrintable(name, MAX_NAME_LENGTH)) return name;
  throw invalidField("name", "passkey_name_missing");
}
