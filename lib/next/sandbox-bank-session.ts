import { getIronSession } from "iron-session";
import { cookies } from "next/headers";
import { getServices } from "#lib/services.ts";

type BankSession = { login: string };

const LIFETIME_SECONDS = 60 * 60;

/** The user name signed in at the sandbox bank, if any. */
export async function readBankLogin(): Promise<string | undefined> {
  const { login } = await openSession();
  return typeof login === "string" ? login : undefined;
}

/** Signs `login` in at the sandbox bank; for server actions. */
export async function signInAtBank(login: string): Promise<void> {
  const session = await openSession();
  session.login = login;
  await session.save();
}

/** Signs out of the sandbox bank; for server actions. */
export async function signOutOfBank(): Promise<void> {
  const session = await openSession();
  session.destroy();
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
