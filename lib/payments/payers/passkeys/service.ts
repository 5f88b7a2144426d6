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
  createPasskeySite,
  type RequestOptions,
} from "#lib/platform/passkeys/site.ts";
import { emailKey } from "#lib/platform/values/email.ts";
import * as repository from "./repository.ts";

const DIALOG_MS = 5 * 60 * 1000;

type Deps = Pick<NewSessionDeps, "accounts"> & {
  db: Database;
  clock: Clock;
  seal: Seal;
  devices: Devices;
  /** @throws AppError `payer_not_verified` unless a code verified the session */
  verifiedByCode: (sessionId: string) => Promise<{ transaction: Transaction; email: string }>;
  open: (input: { reference: string; deviceId: string }) => Promise<OpenedSession>;
  /** Passkeys are bound to this URL's host. */
  payerAppUrl: string;
};

type Purpose = "register" | "sign-in";

/** The browser that takes the step. Its response to the challenge is of no use in another one, or for another order. */
type Place = { transaction: Pick<Transaction, "id">; browserId: string };

export type SignedIn = {
  deviceId: string;
  opened: OpenedSession;
  /** `false` if the passkey is on another device, such as a phone beside a shared computer. */
  isOnDevice: boolean;
};

/** A passkey shows a remembered device, from any browser. */
export function createPasskeys(deps: Deps) {
  const { db, clock, seal, devices } = deps;
  const site = createPasskeySite({ url: deps.payerAppUrl, name: "Bankside" });

  const challengeFor = (purpose: Purpose, { transaction, browserId }: Place) =>
    bytesOf(seal.mac(`${purpose}.${transaction.id}.${browserId}`, "payer-passkey"));

  const challengeText = (purpose: Purpose, place: Place) =>
    Buffer.from(challengeFor(purpose, place)).toString("base64url");

  return {
    /** @throws AppError `payer_not_verified` unless a code verified the session */
    async creationOptions(input: {
      sessionId: string;
      browserId: string;
    }): Promise<CreationOptions> {
      const { transaction, email } = await deps.verifiedByCode(input.sessionId);
      const challenge = challengeFor("register", { transaction, browserId: input.browserId });
      // The same for one address: a second passkey replaces the first in the payer's keychain.
      const id = bytesOf(seal.mac(emailKey(email), "payer-passkey-user"));
      const user = { id, name: email, displayName: email };
      return site.creationOptions(user, { timeoutMs: DIALOG_MS, challenge });
    },

    /** Stores nothing: the challenge is derived. */
    requestOptions: (place: Place): Promise<RequestOptions> =>
      site.requestOptions({
        timeoutMs: DIALOG_MS,
        challenge: challengeFor("sign-in", place),
      }),

    /**
     * Returns the device id for the cookie.
     * @throws AppError `passkey_failed`, `payer_not_verified` unless a code verified the session, `transaction_final`,
     * `transaction_in_progress`
     */
    async register(input: {
      sessionId: string;
      browserId: string;
      response: Registration;
    }): Promise<string> {
      const { transaction, email } = await deps.verifiedByCode(input.sessionId);
      refuseUnpayable(transaction, clock.now());
      const challenge = challengeText("register", { transaction, browserId: input.browserId });
      const passkey = await site.verifyRegistration(input.response, challenge);
      return db.transaction(async (tx) => {
        const deviceId = await devices.remember(tx, email);
        const row = { ...passkey, deviceId, createdAt: clock.now() };
        if (!(await repository.insert(tx, row))) throw new AppError("passkey_failed");
        return deviceId;
      });
    },

    /**
     * The user handle is not compared: the authenticator does not sign it, and the id finds one passkey.
     * @throws AppError `passkey_failed`, without a reason, `transaction_final`, `transaction_in_progress`
     */
    async signIn(input: {
      transaction: Transaction;
      browserId: string;
      response: Authentication;
    }): Promise<SignedIn> {
      const { transaction, response } = input;
      refuseUnpayable(transaction, clock.now());
      const passkey = await repository.find(db, response.id);
      const email = passkey && (await devices.emailOf(passkey.deviceId));
      if (!passkey || email === undefined) throw new AppError("passkey_failed");
      const newCounter = await site.verifySignIn(
        response,
        challengeText("sign-in", input),
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
    },
  };
}

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
