import type { PayPlace } from "#components/checkout/links.ts";
import { requireBrowserId } from "#lib/next/payer/device-lock.ts";
import { keepSession, readDevice, readPaymentCookie } from "#lib/next/payer/payer-session.ts";
import { type Approach, lockDigest } from "#lib/payments/device-lock/lock.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

/** @throws AppError `session_missing` */
export async function requireSession({ reference, flow }: PayPlace) {
  const { checkout, payers } = await getServices();
  const transaction = await checkout.require(reference, flow);
  const { sessionId } = await readPaymentCookie(transaction.id, flow);
  const session = sessionId === undefined ? undefined : await payers.resume(transaction, sessionId);
  if (!session) throw new AppError("session_missing");
  return session;
}

/**
 * Opens a missing session in the web flow, in which the browser must hold the order. Only for actions, as pages can't set cookies.
 * Without cookies, each form would open another session and lose its code.
 * @throws AppError `session_missing`, `not_found`, `claimed_elsewhere` if another browser holds the order, `cookies_blocked`
 */
export async function enterOrder(place: PayPlace) {
  const { checkout, payers } = await getServices();
  const { transaction, browserId } =
    place.flow === "web"
      ? await requireLock(place, "step")
      : { transaction: await checkout.require(place.reference, "direct"), browserId: undefined };
  const { sessionId } = await readPaymentCookie(transaction.id, place.flow);
  const { deviceId } = await readDevice(place.flow);
  const { session, isNew } = await payers.enter({ transaction, sessionId, deviceId });
  if (isNew) await keepSession(openedOf(session.id, transaction));
  return { session, transaction, browserId, deviceId };
}

function openedOf(id: string, { id: transactionId, reference, flow, expiresAt }: Transaction) {
  return { id, transactionId, reference, flow, expiresAt };
}

/** @throws AppError `claimed_elsewhere`, `cookies_blocked`, `not_found` */
export async function requireLock({ reference }: PayPlace, approach: Approach) {
  const { checkout } = await getServices();
  const found = await checkout.require(reference);
  const browserId = await requireBrowserId(found);
  const { state, transaction } = await checkout.lock(found, { browserId, approach });
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
