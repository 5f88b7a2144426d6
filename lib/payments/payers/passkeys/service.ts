import { refuseUnpayable } from "#lib/payments/attempts/attempt.ts";
import type { Devices } from "#lib/payments/payers/devices.ts";
import { type NewSessionDeps, vouchedPayer } from "#lib/payments/payers/new-sessions.ts";
import type { OpenedSession } from "#lib/payments/payers/session.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Authentication, Registration } from "#lib/platform/passkeys/responses.ts";
import {
  type CreationOptions,
  creationOptionsFor,
  type PasskeySite,
  type RequestOptions,
  requestOptionsFor,
  verifyRegistration,
  verifySignIn,
} from "#lib/platform/passkeys/site.ts";
import { emailKey } from "#lib/platform/values/email.ts";
import * as repository from "./repository.ts";

const DIALOG_MS = 5 * 60 * 1000;

type ServiceDeps = Pick<NewSessionDeps, "accounts"> & {
  db: Database;
  clock: Clock;
  seal: Seal;
  devices: Devices;
  /** @throws AppError `payer_not_verified` unless a code verified the session */
  verifiedByCode: (sessionId: string) => Promise<{ transaction: Transaction; email: string }>;
  open: (input: { reference: string; deviceId: string }) => Promise<OpenedSession>;
  payerAppUrl: string;
};

type Purpose = "register" | "sign-in";

/** Its response is of no use in another browser, or for another order. */
type Place = { transaction: Pick<Transaction, "id">; browserId: string };

export type SignedIn = {
  deviceId: string;
  opened: OpenedSession;
  /** `false` if it is on another device, such as a phone. */
  isOnDevice: boolean;
};

type Deps = ServiceDeps & { site: PasskeySite };

type PasskeyRegistration = { sessionId: string; browserId: string; response: Registration };

type PasskeySignIn = { transaction: Transaction; browserId: string; response: Authentication };

/** A passkey shows a remembered device, from any browser. */
export function createPasskeys(given: ServiceDeps) {
  const site = { url: given.payerAppUrl, name: "Bankside" };
  const deps: Deps = { ...given, site };
  return {
    creationOptions: (input: Omit<PasskeyRegistration, "response">) => creationOptions(deps, input),
    requestOptions: (place: Place) => requestOptions(deps, place),
    register: (input: PasskeyRegistration) => register(deps, input),
    signIn: (input: PasskeySignIn) => signIn(deps, input),
  };
}

/** @throws AppError `payer_not_verified` unless a code verified the session */
async function creationOptions(
  deps: Deps,
  input: Omit<PasskeyRegistration, "response">,
): Promise<CreationOptions> {
  const { transaction, email } = await deps.verifiedByCode(input.sessionId);
  const challenge = challengeFor(deps, "register", { transaction, browserId: input.browserId });
  // A second passkey for an address replaces the first in the keychain.
  const id = bytesOf(deps.seal.mac(emailKey(email), "payer-passkey-user"));
  const user = { id, name: email, displayName: email };
  return creationOptionsFor(deps.site, user, { timeoutMs: DIALOG_MS, challenge });
}

/** Stores nothing: the challenge is derived. */
function requestOptions(deps: Deps, place: Place): Promise<RequestOptions> {
  const challenge = challengeFor(deps, "sign-in", place);
  return requestOptionsFor(deps.site, { timeoutMs: DIALOG_MS, challenge });
}

/**
 * Returns the device id for the cookie.
 * @throws AppError `passkey_failed`, `payer_not_verified` unless a code verified the session, `transaction_final`,
 * `transaction_in_progress`
 */
async function register(deps: Deps, input: PasskeyRegistration): Promise<string> {
  const { db, clock, devices, site } = deps;
  const { transaction, email } = await deps.verifiedByCode(input.sessionId);
  refuseUnpayable(transaction, clock.now());
  const challenge = challengeText(deps, "register", { transaction, browserId: input.browserId });
  const passkey = await verifyRegistration(site, input.response, challenge);
  return db.transaction(async (tx) => {
    const deviceId = await devices.remember(tx, email);
    const row = { ...passkey, deviceId, createdAt: clock.now() };
    if (!(await repository.insert(tx, row))) throw new AppError("passkey_failed");
    return deviceId;
  });
}

/**
 * The authenticator does not sign the user handle, so it is not compared.
 * @throws AppError `passkey_failed`, without a reason, `transaction_final`, `transaction_in_progress`
 */
async function signIn(deps: Deps, input: PasskeySignIn): Promise<SignedIn> {
  const { db, clock, devices, site } = deps;
  const { transaction, response } = input;
  refuseUnpayable(transaction, clock.now());
  const passkey = await repository.find(db, response.id);
  const email = passkey && (await devices.emailOf(passkey.deviceId));
  if (!passkey || email === undefined) throw new AppError("passkey_failed");
  const newCounter = await verifySignIn(
    site,
    response,
    challengeText(deps, "sign-in", input),
    passkey,
  );
  const vouched = (await vouchedPayer(deps, transaction))?.details.email;
  const isOther = vouched !== undefined && emailKey(vouched) !== emailKey(email);
  if (isOther || !(await repository.noteUse(db, passkey, newCounter))) {
    throw new AppError("passkey_failed");
  }
  const { deviceId } = passkey;
  const opened = await deps.open({ reference: transaction.reference, deviceId });
  return { deviceId, opened, isOnDevice: response.authenticatorAttachment === "platform" };
}

function challengeFor({ seal }: Deps, purpose: Purpose, { transaction, browserId }: Place) {
  return bytesOf(seal.mac(`${purpose}.${transaction.id}.${browserId}`, "payer-passkey"));
}

function challengeText(deps: Deps, purpose: Purpose, place: Place): string {
  return Buffer.from(challengeFor(deps, purpose, place)).toString("base64url");
}

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
