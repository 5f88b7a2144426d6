import { getIronSession } from "iron-session";
import { cookies } from "next/headers";
import { z } from "zod";
import type { PayFlow } from "#lib/checkout/view.ts";
import type { OpenedSession } from "#lib/payers/session.ts";
import { getServices } from "#lib/services.ts";
import { type CookieShape, deviceCookie, sessionCookie } from "./payer-cookies.ts";

/** What the cookie of one payment holds. `typed` is the address the payer typed in, to fill the field again. */
const paymentSchema = z.object({ sessionId: z.string().optional(), typed: z.string().optional() });

/** What a browser holds whose payer wants to be remembered. */
const deviceSchema = z.object({ deviceId: z.string().optional(), bankId: z.string().optional() });

type PaymentCookie = z.infer<typeof paymentSchema>;
type DeviceCookie = z.infer<typeof deviceSchema>;

/** The payment a cookie belongs to. */
type Payment = { transactionId: string; flow: PayFlow; expiresAt: Date };

/** What this browser holds for one payment. */
export async function readPaymentCookie(
  transactionId: string,
  flow: PayFlow,
): Promise<PaymentCookie> {
  const cookie = await openPayment({ transactionId, flow, expiresAt: new Date(0) });
  return paymentSchema.safeParse(cookie).data ?? {};
}

/** Keeps a session that was just opened; for actions and route handlers. */
export async function keepSession(opened: OpenedSession): Promise<void> {
  const cookie = await openPayment(opened);
  cookie.sessionId = opened.id;
  await cookie.save();
}

/** Keeps the address the payer typed in; for actions. */
export async function keepTyped(payment: Payment, typed: string): Promise<void> {
  const cookie = await openPayment(payment);
  if (!cookie.sessionId) return;
  cookie.typed = typed;
  await cookie.save();
}

/** What this browser remembers of its payer. */
export async function readDevice(flow: PayFlow): Promise<DeviceCookie> {
  return deviceSchema.safeParse(await openDevice(flow)).data ?? {};
}

/** Remembers something of the payer in this browser; for actions. */
export async function rememberDevice(flow: PayFlow, known: DeviceCookie): Promise<void> {
  const cookie = await openDevice(flow);
  Object.assign(cookie, known);
  await cookie.save();
}

/** Forgets the payer in this browser; for actions. */
export async function forgetDevice(flow: PayFlow): Promise<void> {
  (await openDevice(flow)).destroy();
}

async function openPayment(payment: Payment) {
  const { env, clock } = await getServices();
  return open<PaymentCookie>(sessionCookie(payment, env, clock.now()), "payer-session");
}

async function openDevice(flow: PayFlow) {
  const { env } = await getServices();
  return open<DeviceCookie>(deviceCookie(flow, env), "payer-device");
}

async function open<T extends object>(shape: CookieShape, purpose: string) {
  const { seal } = await getServices();
  return getIronSession<T>(await cookies(), { ...shape, password: seal.passwords(purpose) });
}
