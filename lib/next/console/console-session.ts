import { getIronSession } from "iron-session";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows, type Role } from "#lib/identity/model/roles.ts";
import type { OpenSession } from "#lib/identity/sessions/session.ts";
import { getServices } from "#lib/services/index.ts";
import {
  type ConsoleCookie,
  cookieOptions,
  doorOf,
  hasPasskey,
  sessionIn,
} from "./console-cookie.ts";
import { signedIn, toVisit, type Visit, visitAs } from "./console-visit.ts";
import {
  demandOwnFactor,
  type OperatorVisit,
  toOperatorVisit,
  visitAsOperator,
} from "./operator-visit.ts";

export const findSession = cache(async () => sessionIn(await openCookie()));

/** For pages outside any account. `returnTo`: below /console. */
export async function requireSession(returnTo?: string): Promise<OpenSession> {
  const session = await findSession();
  if (!session) redirect(consolePath("/sign-in", { next: returnTo }));
  if (!session.isComplete) redirect(consolePath("/second-step", { next: returnTo }));
  return session;
}

/** Every console page calls this itself. Redirects a user with a lower role or without an account. */
export async function requireVisit(needed: Role = "viewer", returnTo?: string): Promise<Visit> {
  const session = await requireSession(returnTo);
  const visit = toVisit(session);
  if (!visit) redirect(consolePath("/accounts"));
  if (!allows(visit.role, needed)) redirect(consolePath("/not-allowed", { needed }));
  return visit;
}

/** @throws AppError `signed_out`, `forbidden` */
export async function demandVisit(needed: Role): Promise<Visit> {
  return visitAs(await findSession(), needed);
}

export const findOperatorDoor = async () => doorOf(await findSession());

/** Every operator's page calls this itself. For others, it is an unknown page. */
export async function requireOperator(returnTo: `/operator${string}`): Promise<OperatorVisit> {
  const session = await findSession();
  const door = await doorOf(session);
  if (!session || door === "hidden") notFound();
  if (door !== "open") {
    redirect(consolePath("/operator/confirm", { next: consolePath(returnTo) }));
  }
  const { clock } = await getServices();
  return toOperatorVisit(session, clock.now());
}

/**
 * `isDangerous`: needs a recent second factor.
 * @throws AppError `not_found`, `confirmation_required`
 */
export async function demandOperator(isDangerous: boolean): Promise<OperatorVisit> {
  const { clock } = await getServices();
  return visitAsOperator(await findSession(), hasPasskey, { now: clock.now(), isDangerous });
}

/** @throws AppError `signed_out`, `confirmation_required` */
export async function demandFactorSession(): Promise<OpenSession> {
  const session = await demandSession();
  const { clock } = await getServices();
  await demandOwnFactor(session, hasPasskey, clock.now());
  return session;
}

/** @throws AppError `signed_out` */
export async function demandSession(): Promise<OpenSession> {
  return signedIn(await findSession());
}

/** Revokes the browser's previous session. Only for actions, as pages can't set cookies. */
export async function keepConsoleSession(sessionId: string): Promise<void> {
  const cookie = await openCookie();
  const { sessions } = await getServices();
  const before = cookie.sessionId && (await sessions.find(cookie.sessionId));
  if (before) await sessions.revoke(before.user.id, before.id);
  cookie.sessionId = sessionId;
  await cookie.save();
}

export async function dropConsoleSession(): Promise<void> {
  (await openCookie()).destroy();
}

export async function userAgent(): Promise<string | null> {
  return (await headers()).get("user-agent");
}

async function openCookie() {
  return getIronSession<ConsoleCookie>(await cookies(), await cookieOptions());
}
