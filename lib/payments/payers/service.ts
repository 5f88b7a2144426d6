import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Locale } from "#lib/platform/i18n/locale.ts";
import { maskEmail } from "#lib/platform/values/email.ts";
import { unregisteredScheme } from "./app-return-url.ts";
import { createDevices } from "./devices.ts";
import { createIdentities } from "./identities.ts";
import {
  type CurrentSession,
  createNewSessions,
  type NewSessionDeps,
  vouchedPayer,
  type WebviewLink,
} from "./new-sessions.ts";
import { createPasskeys } from "./passkeys/service.ts";
import type { OpenedSession, PayerSession } from "./session.ts";
import { createSessions, type Payment } from "./sessions.ts";
import { createVerification, type VerificationDeps } from "./verification.ts";

type Deps = NewSessionDeps &
  VerificationDeps & {
    attempts: Pick<
      AttemptService,
      "start" | "settleReturn" | "noteReturn" | "consumeReturn" | "endForPayer"
    >;
    env: Pick<Env, "PAYER_VERIFICATION" | "PAYER_APP_URL">;
  };

export function createPayerService(deps: Deps) {
  const { db, accounts, attempts } = deps;
  const devices = createDevices(deps);
  const sessions = createSessions({ ...deps, devices });
  const openings = createNewSessions({ ...deps, sessions, devices });
  const identities = createIdentities({ ...deps, devices });
  const verification = createVerification({ ...deps, sessions });
  const passkeys = createPasskeys({
    ...deps,
    devices,
    verifiedByCode,
    open: openings.open,
    payerAppUrl: deps.env.PAYER_APP_URL,
  });

  async function find(id: string, reference: string): Promise<Payment | undefined> {
    const payment = await sessions.read(id);
    return payment?.transaction.reference === reference ? payment : undefined;
  }

  /** @throws AppError `payer_not_verified` unless a code verified the session */
  async function verifiedByCode(sessionId: string) {
    const payment = await sessions.read(sessionId);
    const email = payment?.verifiedBy === "code" ? await identities.emailOf(payment) : undefined;
    if (!payment || email === undefined) throw new AppError("payer_not_verified");
    return { transaction: payment.transaction, email };
  }

  async function unregisteredSchemeOf({ accountId, mode }: Transaction, url: string | null) {
    if (url === null || mode === "live") return null;
    const { appSchemes } = await accounts.appSettings(accountId);
    return unregisteredScheme(url, appSchemes) ?? null;
  }

  /** Whether a payer without a verified session has to verify. */
  async function needsVerification(transaction: Transaction): Promise<boolean> {
    const settings = await accounts.appSettings(transaction.accountId);
    const isOff = settings.payerVerification === "off";
    if (isOff && deps.env.PAYER_VERIFICATION === "account") return false;
    return (await vouchedPayer(deps, transaction)) === undefined;
  }

  return {
    needsVerification,

    /**
     * For the webview's first load. A used link returns this browser's session.
     * @throws AppError `link_not_valid`, `link_used`, `return_address_refused`
     */
    exchange: (link: WebviewLink): Promise<OpenedSession> => openings.exchange(link),

    /**
     * For web transactions only.
     * @throws AppError `not_found`
     */
    open: (input: { reference: string; deviceId: string | undefined }): Promise<OpenedSession> =>
      openings.open(input),

    /**
     * Polls the bank. Opens a session, once per attempt, if the payer returns in another browser. `undefined` for an unknown
     * state.
     */
    comeBack: (input: { state: string; currentSession: CurrentSession }) =>
      openings.comeBack(input),

    /** `undefined` unless it belongs to `reference`. */
    async session(id: string, reference: string): Promise<PayerSession | undefined> {
      const payment = await find(id, reference);
      if (!payment) return undefined;
      const { transaction, details, appReturnUrl, verifiedBy } = payment;
      // The reference opens a web order to anyone, and the merchant's word reveals no address to them.
      const isPublic = transaction.flow === "web" && verifiedBy === "merchant";
      return {
        id,
        transactionId: transaction.id,
        reference,
        flow: transaction.flow,
        appReturnUrl,
        unregisteredScheme: await unregisteredSchemeOf(transaction, appReturnUrl),
        verifiedBy,
        email: isPublic ? null : (details.email ?? null),
        maskedEmail: isPublic ? null : (masked(await identities.emailOf(payment)) ?? null),
        pendingCode: await verification.pendingCode(id),
      };
    },

    /** With a session, only if this device or a code verified the same payer. */
    async device(
      deviceId: string,
      sessionId?: string,
    ): Promise<{ maskedEmail: string } | undefined> {
      const email = await devices.emailOf(deviceId);
      if (email === undefined) return undefined;
      if (sessionId !== undefined) {
        const payment = await sessions.read(sessionId);
        if (!payment || !(await identities.isOn(payment, deviceId, email))) return undefined;
      }
      return { maskedEmail: maskEmail(email) };
    },

    /**
     * Without `email`, resends to the last address. Skips verified payers.
     * @throws AppError `invalid_request` (email), `code_too_soon`, `too_many_codes` (per address), `no_more_codes` (per
     * transaction, which ends once no code can be typed in), `mail_unavailable`, `transaction_final`, `transaction_in_progress`,
     * `session_missing`
     */
    sendCode: (input: {
      sessionId: string;
      email: string | undefined;
      locale: Locale;
    }): Promise<void> => verification.sendCode(input),

    /**
     * @throws AppError `code_wrong`, `code_expired` (also after its last guess), `session_missing`, `transaction_in_progress`,
     * `transaction_final` (also if the last guess ended the transaction)
     */
    checkCode: (input: { sessionId: string; code: string }): Promise<void> =>
      verification.checkCode(input),

    /**
     * Returns the device id for the cookie.
     * @throws AppError `payer_not_verified` unless a code verified the session
     */
    async remember(sessionId: string): Promise<string> {
      const { email } = await verifiedByCode(sessionId);
      return devices.remember(db, email);
    },

    /** For the web flow: a webview has none. */
    passkeys,

    /** Sessions that the device verified lose their verification. */
    forget: (deviceId: string): Promise<void> => devices.forget(deviceId),

    /** @throws AppError `payer_not_verified`, `session_missing`, and those of `attempts.start` */
    async start({
      sessionId,
      ...order
    }: {
      sessionId: string;
      reference: string;
      bankId: string;
      orderDigest: string;
      payerIp: string | undefined;
      browserId?: string | undefined;
    }): Promise<{ approvalUrl: string }> {
      const payment = await find(sessionId, order.reference);
      if (!payment) throw new AppError("session_missing");
      if (!payment.verifiedBy && (await needsVerification(payment.transaction))) {
        throw new AppError("payer_not_verified");
      }
      return attempts.start({ ...order, payerSessionId: sessionId });
    },
  };
}

function masked(email: string | undefined): string | undefined {
  return email && maskEmail(email);
}
