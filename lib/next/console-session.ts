import { getIronSession } from "iron-session";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { consolePath } from "#lib/console/links.ts";
import { allows, type Role } from "#lib/identity/members/roles.ts";
import { type OpenSession, SESSION_SECONDS } from "#lib/identity/sessions/service.ts";
import { getServices } from "#lib/services/index.ts";
import { signedIn, toVisit, type Visit, visitAs } from "./console-visit.ts";

const cookieSchema = z.object({ sessionId: z.string().optional() });

/** The session of this browser, complete or not; read once per request. */
export const findSession = cache(async (): Promise<OpenSession | undefined> => {
  const { sessionId } = cookieSchema.safeParse(await openCookie()).data ?? {};
  if (sessionId === undefined) return undefined;
  const { sessions } = await getServices();
  return sessions.find(sessionId);
});

/**
 * The signed-in user of this browser, for pages that belong to no account. Leads to the sign-in page, and back to
 * `returnTo` (a path below /console) afterwards, or to the second step where that is missing.
 */
export async function requireSession(returnTo?: string): Promise<OpenSession> {
  const session = await findSession();
  if (!session) redirect(consolePath("/sign-in", { next: returnTo }));
  if (!session.isComplete) redirect(consolePath("/second-step", { next: returnTo }));
  return session;
}

/**
 * Who looks at this page. Every page of the console asks this itself. A member whose role is not enough gets to read
 * why; a user without an account gets to choose or make one.
 */
export async function requireVisit(needed: Role = "viewer", returnTo?: string): Promise<Visit> {
  const session = await requireSession(returnTo);
  const visit = toVisit(session);
  if (!visit) redirect(consolePath("/accounts"));
  if (!allows(visit.role, needed)) redirect(consolePath("/not-allowed", { needed }));
  return visit;
}

/** Who asks, for actions and route handlers. Throws `signed_out`, `forbidden`. */
export async function demandVisit(needed: Role): Promise<Visit> {
  return visitAs(await findSession(), needed);
}

/** The signed-in user, for actions that belong to no account. Throws `signed_out`. */
export async function demandSession(): Promise<OpenSession> {
  return signedIn(await findSession());
}

/** Keeps a session that was just opened in this browser, and ends the one it had before; for actions. */
export async function keepConsoleSession(sessionId: string): Promise<void> {
  const cookie = await openCookie();
  const { sessions } = await getServices();
  const before = cookie.sessionId && (await sessions.find(cookie.sessionId));
  if (before) await sessions.revoke(before.user.id, before.id);
  cookie.sessionId = sessionId;
  await cookie.save();
}

/** Drops this browser's session cookie; for actions. */
export async function dropConsoleSession(): Promise<void> {
  (await openCookie()).destroy();
}

/** What the browser says it is, for its user to recognise it in a list. */
export async function userAgent(): Promise<string | null> {
  return (await headers()).get("user-agent");
}

async function openCookie() {
  const { env, seal } = await getServices();
  const secure = env.CONSOLE_URL.startsWith("https:");
  return getIronSession<z.infer<typeof cookieSchema>>(await cookies(), {
    // With `__Host-` a browser takes the cookie from this very host alone, and over HTTPS only.
    cookieName: secure ? "__Host-bankside-console" : "bankside-console",
    password: seal.passwords("console-session"),
    ttl: SESSION_SECONDS,
    cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure },
  });
}
