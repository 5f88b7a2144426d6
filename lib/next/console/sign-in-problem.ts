import { consolePath } from "#lib/console/paths/links.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";

export function signInProblem(error: unknown, next: string): string {
  if (!isAppError(error)) throw error;
  return consolePath("/sign-in", { problem: error.code, next });
}
