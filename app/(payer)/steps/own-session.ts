import type { PayPlace } from "#components/checkout/links.ts";
import { requireBrowserId } from "#lib/next/payer/device-lock.ts";
import { keepSession, readDevice, readPaymentCookie } from "#lib/next/payer/payer-session.ts";
import { type Approach, lockDigest } from "#lib/payments/device-lock/lock.ts";
import type { PayerSession } from "#lib/payments/payers/session.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

/** @throws AppError `session_missing` */
export async function requireSession({ reference, flow }: PayPlace): Promise<PayerSession> {
  const session = await findHeld({ reference, flow });
  if (!session) throw new AppError("session_missing");
  return session;
}

/**
 * Opens a missing session in the web flow. Only for actions, as pages can't set cookies. Without cookies, each form would open
 * another session and lose its code.
 * @throws AppError `session_missing`, `not_found`, `claimed_elsewhere` if another browser holds the order, `cookies_blocked`
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

/** @throws AppError `claimed_elsewhere`, `cookies_blocked`, `not_found` */
export async function requireLock({ reference }: PayPlace, approach: Approach) {
  const { checkout } = await getServices();
  const transaction = await checkout.require(reference);
  const browserId = await requireBrowserId(transaction);
  const { state } = await checkout.lock(transaction, browserId, approach);
  if (state !== "own") throw new AppError("claimed_elsewhere");
  return { transaction, browserId };
}

/**
 * For what only the browser that paid may do: after the outcome, a lock lets every browser through.
 * @throws AppError `claimed_elsewhere`, `cookies_blocked`, `not_found`
 */
export async function requireHolder(place: PayPlace): Promise<void> {
  const { transaction, browserId } = await requireLock(place, "look");
  if (transaction.lockDigest === lockDigest(transaction.id, browserId)) return;
  throw new AppError("claimed_elsewhere");
}

export async function findHeld({ reference, flow }: PayPlace): Promise<PayerSession | undefined> {
  const { checkout, payers } = await getServices();
  const view = await checkout.view(reference, flow);
  if (!view) return undefined;
  const { sessionId } = await readPaymentCookie(view.transactionId, flow);
  return sessionId === undefined ? undefined : payers.session(sessionId, reference);
}
