import { getIronSession } from "iron-session";
import { cookies } from "next/headers";
import { z } from "zod";
import { getServices } from "#lib/services/index.ts";

const SECONDS = 15 * 60;

const schema = z.object({
  /** Path below /console. */
  next: z.string().optional(),
  request: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }).optional(),
  pending: z.object({ issuer: z.string(), subject: z.string(), email: z.string() }).optional(),
});

export type OidcCookie = z.infer<typeof schema>;

export async function readOidcCookie(): Promise<OidcCookie> {
  return schema.safeParse({ ...(await openCookie()) }).data ?? {};
}

export async function keepOidcCookie({ next, request, pending }: OidcCookie): Promise<void> {
  const cookie = await openCookie();
  Object.assign(cookie, { next, request, pending });
  await cookie.save();
}

export async function dropOidcCookie(): Promise<void> {
  (await openCookie()).destroy();
}

async function openCookie() {
  const { env, seal } = await getServices();
  const secure = env.CONSOLE_URL.startsWith("https:");
  return getIronSession<OidcCookie>(await cookies(), {
    cookieName: secure ? "__Host-bankside-oidc" : "bankside-oidc",
    password: seal.passwords("oidc"),
    ttl: SECONDS,
    // Lax: the provider sends the browser back from another site.
    cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure },
  });
}
