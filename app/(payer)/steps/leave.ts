import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { type PayStep, payPath, startAgainPath } from "#components/checkout/links.ts";
import type { ErrorCode } from "#lib/platform/failures/errors.ts";
import type { Place, StepResult } from "./forms.ts";

type Failed = {
  code: ErrorCode;
  /** Without one, leads to the page for unknown payments. */
  place?: Place | undefined;
};

export function goOn(
  result: StepResult<Place, unknown>,
  step: PayStep,
  query: Record<string, string | undefined> = {},
): never {
  // Going back must not show an outdated step.
  revalidatePath("/", "layout");
  if (!result.ok) leaveWithProblem(result, step, query);
  redirect(payPath(result.input, step, { ...query, lang: result.input.lang }));
}

export function leaveWithProblem(
  { code, place: known }: Failed,
  step: PayStep,
  more: Record<string, string | undefined> = {},
): never {
  const { lang, ...place }: Place = known ?? { reference: "", flow: "web" };
  if (place.flow === "direct" && (code === "session_missing" || code === "not_found")) {
    redirect(startAgainPath("session_missing", { lang }));
  }
  if (code === "claimed_elsewhere") redirect(payPath(place, "", { lang, moved: "1" }));
  const query = { lang, problem: code };
  // This browser can't hold an order. Redirect directly: behind an action, Next loses what a second redirect carries.
  if (code === "cookies_blocked" && place.flow === "web") {
    redirect(payPath(place, "", { ...query, moved: "1" }));
  }
  if (isOver(code)) redirect(payPath(place, "/result", query));
  if (code === "session_missing" || code === "payer_not_verified") {
    redirect(payPath(place, "/verify", step === "/verify" ? { ...more, ...query } : query));
  }
  redirect(payPath(place, step, { ...more, ...query }));
}

function isOver(code: ErrorCode): boolean {
  return [
    "transaction_final",
    "transaction_in_progress",
    "attempts_exhausted",
    "not_found",
  ].includes(code);
}
