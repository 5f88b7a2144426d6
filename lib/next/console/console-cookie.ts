import type { IncomingMessage, ServerResponse } from "node:http";
import { getIronSession, type SessionOptions } from "iron-session";
import { z } from "zod";
import { type OpenSession, SESSION_SECONDS } from "#lib/identity/sessions/session.ts";
import { getServices } from "#lib/services/index.ts";
import { operatorDoor } from "./operator-visit.ts";

const cookieSchema = z.object({ sessionId: z.string().optional() });

export type ConsoleCookie = z.infer<typeof cookieSchema>;

export async function cookieOptions(): Promise<SessionOptions> {
  const { env, seal } = await getServices();
  const secure = env.CONSOLE_URL.startsWith("https:");
  return {
    // `__Host-` limits the cookie to this host and to HTTPS.
    cookieName: secure ? "__Host-bankside-console" : "bankside-console",
    password: seal.passwords("console-session"),
    ttl: SESSION_SECONDS,
    cookieOptions: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}

export async function sessionIn(cookie: ConsoleCookie): Promise<OpenSession | undefined> {
  const { sessionId } = cookieSchema.safeParse(cookie).data ?? {};
  if (sessionId === undefined) return undefined;
  const { sessions } = await getServices();
  return sessions.find(sessionId);
}

export async function hasPasskey(userId: string): Promise<boolean> {
  const { passkeys } = await getServices();
  return (await passkeys.list(userId)).length > 0;
}

export async function doorOf(session: OpenSession | undefined) {
  return operatorDoor(session, hasPasskey);
}

export async function readSession(request: IncomingMessage, response: ServerResponse) {
  return sessionIn(await getIronSession<ConsoleCookie>(request, response, await cookieOptions()));
}
