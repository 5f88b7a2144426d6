import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { maskEmail } from "#lib/platform/email.ts";
import { AppError } from "#lib/platform/errors.ts";
import type { Locale } from "#lib/platform/i18n/locale.ts";
import { createDevices } from "./devices.ts";
import { createIdentities } from "./identities.ts";
import {
  type CurrentSession,
  createOpenings,
  type OpeningDeps,
  type WebviewLink,
} from "./openings.ts";
import { createSessionRepository } from "./repository.ts";
import type { OpenedSession, PayerSession } from "./session.ts";
import { createSessions, type Payment } from "./sessions.ts";
import { createVerification, type VerificationDeps } from "./verification.ts";

type Deps = OpeningDeps &
  VerificationDeps & {
    attempts: Pick<AttemptService, "start" | "settleReturn" | "consumeReturn" | "endForPayer">;
  };

const KEPT_MS = 24 * 60 * 60 * 1000;
const IDLE_KEPT_MS = 2 * KEPT_MS;

/** Verbs of the people who pay: their sessions, their verification, and the start of a payment. */
export function createPayerService(deps: Deps) {
  const { db, clock, attempts } = deps;
  const devices = createDevices(deps);
  const sessions = createSessions({ ...deps, devices });
  const openings = createOpenings({ ...deps, sessions, devices });
  const identities = createIdentities({ ...deps, devices });
  const verification = createVerification({ ...deps, sessions, devices });

  /** The session `id` if it belongs to the transaction of `reference`. */
  async function find(id: string, reference: string): Promise<Payment | undefined> {
    const payment = await sessions.read(id);
    return payment?.transaction.reference === reference ? payment : undefined;
  }

  return {
    /**
     * The webview's first load: exchanges checkout token and JWT for a session. A link that was used answers the session
     * of the same browser, which `currentSession` reads. Throws `link_not_valid`, `link_used`, `return_address_refused`.
     */
    exchange: (link: WebviewLink): Promise<OpenedSession> => openings.exchange(link),

    /** Opens a session for a web transaction. Throws `not_found`. */
    open: (input: { reference: string; deviceId: string | undefined }): Promise<OpenedSession> =>
      openings.open(input),

    /**
     * The payer came back from the bank: asks the bank, and opens a session if the phone came back in another browser
     * than the session `currentSession` reads, once for each try. `undefined` for an unknown state.
     */
    comeBack: (input: { state: string; currentSession: CurrentSession }) =>
      openings.comeBack(input),

    /** The session `id` if it belongs to the transaction of `reference`. */
    async session(id: string, reference: string): Promise<PayerSession | undefined> {
      const payment = await find(id, reference);
      if (!payment) return undefined;
      const { transaction, details, appReturnUrl, verifiedBy } = payment;
      return {
        id,
        transactionId: transaction.id,
        reference,
        flow: transaction.flow,
        appReturnUrl,
        verifiedBy,
        email: details.email ?? null,
        maskedEmail: masked(await identities.emailOf(payment)) ?? null,
        pendingCode: await verification.pendingCode(id),
      };
    },

    /**
     * The payer a device is remembered for. With a session only where its payer is the same, verified by this device or
     * by a code.
     */
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
     * Sends a code to `email`, or again to the address of the last one; a payer who is verified needs none. Throws
     * `invalid_request` (email), `code_too_soon`, `too_many_codes` (to this address), `no_more_codes` (for this
     * transaction, which ends when none can be typed in any more), `mail_unavailable`, `transaction_final`,
     * `transaction_in_progress`, `session_missing`.
     */
    sendCode: (input: {
      sessionId: string;
      email: string | undefined;
      locale: Locale;
    }): Promise<void> => verification.sendCode(input),

    /**
     * Checks a code; answers the device to keep in a cookie where the payer wants to be remembered. Throws `code_wrong`,
     * `code_expired` (also when its last try was used), `session_missing`, `transaction_in_progress`, and
     * `transaction_final`, also when the last try of the last code ended the transaction.
     */
    checkCode: (input: {
      sessionId: string;
      code: string;
      remember: boolean;
    }): Promise<{ deviceId: string | undefined }> => verification.checkCode(input),

    /** Forgets a device and takes the verification back from sessions it gave it to. */
    forget: (deviceId: string): Promise<void> => devices.forget(deviceId),

    /** Starts a try at a bank for a verified payer. Throws `payer_not_verified`, `session_missing`, and what `start` of attempts throws. */
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
      if (!payment.verifiedBy) throw new AppError("payer_not_verified");
      return attempts.start({ ...order, payerSessionId: sessionId });
    },

    /**
     * Forgets what nobody can use any more: a day after a transaction has its outcome, what is known of its payer, then
     * sessions that started no try, and devices unseen for 180 days. Answers how many.
     */
    async purge(): Promise<number> {
      const now = clock.now().getTime();
      const before = new Date(now - KEPT_MS);
      const repository = createSessionRepository(db);
      return (
        (await verification.purge(before)) +
        (await repository.forgetPayers(before)) +
        (await repository.deleteIdle(new Date(now - IDLE_KEPT_MS), before)) +
        (await devices.purge())
      );
    },
  };
}

function masked(email: string | undefined): string | undefined {
  return email && maskEmail(email);
}
