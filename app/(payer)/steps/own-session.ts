import type { PayPlace } from "#components/checkout/links.ts";
import { requireBrowserId } from "#lib/next/device-lock.ts";
import { keepSession, readDevice, readPaymentCookie } from "#lib/next/payer-session.ts";
import type { Approach } from "#lib/payments/device-lock/lock.ts";
import type { PayerSession } from "#lib/payments/payers/session.ts";
import { AppError } from "#lib/platform/errors.ts";
import { getServices } from "#lib/services/index.ts";

/** The session this browser holds for a payment; for actions. Throws `session_missing`. */
export async function requireSession({ reference, flow }: PayPlace): Promise<PayerSession> {
  const session = await findHeld({ reference, flow });
  if (!session) throw new AppError("session_missing");
  return session;
}

/**
 * The same, but in the web flow one is opened where there is none; for actions, since pages can't set cookies.
 * Throws `session_missing`, `not_found`, `claimed_elsewhere` in a browser that does not hold the order, and
 * `cookies_blocked` when it has not shown that it keeps them: each form would open another session, and each code would
 * be lost.
 */
export async function ensureSession(place: PayPlace): Promise<PayerSession> {
  if (place.flow === "direct") return requireSession(place);
  await requireLock(place, "step");
  const held = await findHeld(place);
  if (held) return held;
  const { payers } = await getServices();
  const { deviceId } = await readDevice(place.flow);
  const opened = await payers.open({ reference: place.reference, deviceId });
  await keepSession(opened);
  const session = await payers.session(opened.id, place.reference);
  if (!session) throw new AppError("session_missing");
  return session;
}

/**
 * For actions of the web flow that only the browser which holds the order may take. Throws `claimed_elsewhere` in any
 * other, `cookies_blocked` in one that keeps no cookies, and `not_found`.
 */
export async function requireLock({ reference }: PayPlace, approach: Approach): Promise<void> {
  const { checkout } = await getServices();
  const transaction = await checkout.require(reference);
  const browserId = await requireBrowserId(transaction);
  const { state } = await checkout.lock(transaction, browserId, approach);
  if (state !== "own") throw new AppError("claimed_elsewhere");
}

/** The session this browser holds for a payment, if any; for actions. */
export async function findHeld({ reference, flow }: PayPlace): Promise<PayerSession | undefined> {
  const { checkout, payers } = await getServices();
  const view = await checkout.view(reference, flow);
  if (!view) return undefined;
  const { sessionId } = await readPaymentCookie(view.transactionId, flow);
  return sessionId === undefined ? undefined : payers.session(sessionId, reference);
}
