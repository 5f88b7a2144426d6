import type { OpenSession } from "#lib/identity/sessions/session.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { toOperatorVisit } from "./operator-visit.ts";

/**
 * `code`: typed just now. Without it, a factor must have been used within ten minutes.
 * @throws AppError `live_second_factor_required`, `second_factor_wrong`, `too_many_tries`
 */
export async function demandRecentFactor(session: OpenSession, code: string): Promise<void> {
  const { clock, secondFactors, sessions } = await getServices();
  if (code.trim() !== "" && session.user.hasTotp) {
    await secondFactors.take(session.user.id, code);
    await sessions.noteSecondFactor(session.id);
  } else if (!toOperatorVisit(session, clock.now()).isRecent) {
    throw new AppError("live_second_factor_required");
  }
}
