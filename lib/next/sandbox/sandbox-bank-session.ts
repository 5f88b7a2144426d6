import { getIronSession } from "iron-session";
import { cookies } from "next/headers";
import { z } from "zod";
import { getServices } from "#lib/services/index.ts";

const sessionSchema = z.object({
  login: z.string().optional().catch(undefined),
  payments: z.array(z.string()).catch([]),
});

/** A user name of this bank. */
export const bankLogin = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^\P{C}+$/u);

type BankSession = Partial<z.infer<typeof sessionSchema>>;

const LIFETIME_SECONDS = 60 * 60;
// Their ids must fit the cookie.
const KEPT_PAYMENTS = 20;

export async function readBankLogin(): Promise<string | undefined> {
  return sessionSchema.parse(await openSession()).login;
}

export async function signInAtBank(login: string): Promise<void> {
  const session = await openSession();
  session.login = login;
  await session.save();
}

export async function signOutOfBank(): Promise<void> {
  const session = await openSession();
  session.login = undefined;
  await session.save();
}

export async function readDecidedPayments(): Promise<string[]> {
  return sessionSchema.parse(await openSession()).payments;
}

export async function keepDecidedPayment(id: string): Promise<void> {
  const session = await openSession();
  const { payments } = sessionSchema.parse(session);
  session.payments = [id, ...payments.filter((other) => other !== id)].slice(0, KEPT_PAYMENTS);
  await session.save();
}

async function openSession() {
  const { env, seal } = await getServices();
  return getIronSession<BankSession>(await cookies(), {
    cookieName: "sandbox_bank",
    password: seal.password("sandbox-bank-session"),
    ttl: LIFETIME_SECONDS,
    cookieOptions: {
      path: "/sandbox/bank",
      httpOnly: true,
      sameSite: "lax",
      secure: env.PUBLIC_URL.startsWith("https:"),
    },
  });
}
