import type { OpenSession } from "#lib/identity/sessions/session.ts";
import { AppError } from "#lib/platform/failures/errors.ts";

export type OperatorVisit = {
  session: OpenSession;
  user: OpenSession["user"];
  isRecent: boolean;
};

/** `hidden`: an unknown page. `confirm`: no second factor in this session. */
export type OperatorDoor = "hidden" | "confirm" | "open";

const RECENT_MS = 10 * 60_000;

export async function operatorDoor(
  session: OpenSession | undefined,
  hasPasskey: (userId: string) => Promise<boolean>,
): Promise<OperatorDoor> {
  if (!session?.isComplete || !session.isOperator) return "hidden";
  if (!(await hasFactor(session, hasPasskey))) return "hidden";
  return session.secondFactorAt ? "open" : "confirm";
}

const hasFactor = async ({ user }: OpenSession, hasPasskey: (userId: string) => Promise<boolean>) =>
  user.hasTotp || (await hasPasskey(user.id));

export function toOperatorVisit(session: OpenSession, now: Date): OperatorVisit {
  const sinceMs = now.getTime() - (session.secondFactorAt?.getTime() ?? 0);
  return { session, user: session.user, isRecent: sinceMs <= RECENT_MS };
}

/** @throws AppError `not_found`, `confirmation_required` */
export async function visitAsOperator(
  session: OpenSession | undefined,
  hasPasskey: (userId: string) => Promise<boolean>,
  { now, isDangerous }: { now: Date; isDangerous: boolean },
): Promise<OperatorVisit> {
  const door = await operatorDoor(session, hasPasskey);
  if (!session || door === "hidden") throw new AppError("not_found");
  const visit = toOperatorVisit(session, now);
  if (door !== "open" || (isDangerous && !visit.isRecent)) {
    throw new AppError("confirmation_required");
  }
  return visit;
}

/**
 * Unless a factor was used within ten minutes: neither a password nor an old session may lead to the operator's pages.
 * The first factor needs none.
 * @throws AppError `confirmation_required`
 */
export async function demandOwnFactor(
  session: OpenSession,
  hasPasskey: (userId: string) => Promise<boolean>,
  now: Date,
): Promise<void> {
  if (!session.isOperator || toOperatorVisit(session, now).isRecent) return;
  if (await hasFactor(session, hasPasskey)) throw new AppError("confirmation_required");
}
