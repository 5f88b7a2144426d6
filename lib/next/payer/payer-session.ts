import { getIronSession, type IronSession } from "iron-session";
import { cookies } from "next/headers";
import { z } from "zod";
import {
  type CookieShape,
  deviceCookie,
  isOwnCookie,
  sessionCookie,
  surplusPayments,
} from "#lib/next/request/payer-cookies.ts";
import type { Flow } from "#lib/payments/model/status.ts";
import type { OpenedSession } from "#lib/payments/payers/session.ts";
import { getServices } from "#lib/services/index.ts";

/** `typed`: the form's e-mail address. `lang`: the language after the bank. */
const paymentSchema = z.object({
  sessionId: z.string().optional(),
  typed: z.string().optional(),
  lang: z.string().optional(),
});

const MAX_TYPED_LENGTH = 254;

const deviceSchema = z.object({ deviceId: z.string().optional(), bankId: z.string().optional() });

type PaymentCookie = z.infer<typeof paymentSchema>;
type DeviceCookie = z.infer<typeof deviceSchema>;

type Payment = { id: string; flow: Flow; expiresAt: Date };

export async function readPaymentCookie(transactionId: string, flow: Flow): Promise<PaymentCookie> {
  const cookie = await openPayment({ id: transactionId, flow, expiresAt: new Date(0) });
  return paymentSchema.safeParse(cookie).data ?? {};
}

/** Only for actions and route handlers. */
export async function keepSession({ id, transactionId, ...opened }: OpenedSession): Promise<void> {
  const payment = { ...opened, id: transactionId };
  const cookie = await openPayment(payment);
  cookie.sessionId = id;
  await savePayment(cookie, payment);
}

export async function keepTyped(payment: Payment, typed: string): Promise<void> {
  const cookie = await openPayment(payment);
  if (!cookie.sessionId) return;
  cookie.typed = typed.slice(0, MAX_TYPED_LENGTH);
  await savePayment(cookie, payment);
}

export async function keepLanguage(payment: Payment, lang: string | undefined): Promise<void> {
  const cookie = await openPayment(payment);
  if (cookie.lang === lang) return;
  if (lang === undefined) delete cookie.lang;
  else cookie.lang = lang;
  await savePayment(cookie, payment);
}

/** A browser that keeps no cookies loses its session with each step. */
export async function keepsCookies(): Promise<boolean> {
  return (await cookies()).getAll().some(({ name }) => isOwnCookie(name));
}

export async function readDevice(flow: Flow): Promise<DeviceCookie> {
  return deviceSchema.safeParse(await openDevice(flow)).data ?? {};
}

export async function rememberDevice(flow: Flow, known: DeviceCookie): Promise<void> {
  const cookie = await openDevice(flow);
  Object.assign(cookie, known);
  await cookie.save();
}

export async function forgetDevice(flow: Flow): Promise<void> {
  (await openDevice(flow)).destroy();
}

async function openPayment(payment: Payment) {
  const { env, clock } = await getServices();
  return open<PaymentCookie>(sessionCookie(payment, env, clock.now()), "payer-session");
}

async function savePayment(cookie: IronSession<PaymentCookie>, payment: Payment): Promise<void> {
  await cookie.save();
  const { env, clock } = await getServices();
  const { cookieName, cookieOptions } = sessionCookie(payment, env, clock.now());
  const store = await cookies();
  for (const name of surplusPayments(store.getAll(), cookieName)) {
    store.set(name, "", { ...cookieOptions, maxAge: 0 });
  }
}

async function openDevice(flow: Flow) {
  const { env } = await getServices();
  return open<DeviceCookie>(deviceCookie(flow, env), "payer-device");
}

async function open<T extends object>(shape: CookieShape, purpose: string) {
  const { seal } = await getServices();
  return getIronSession<T>(await cookies(), { ...shape, password: seal.passwords(purpose) });
}
