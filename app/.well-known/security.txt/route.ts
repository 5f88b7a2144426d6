import { systemClock } from "#lib/clock.ts";
import { loadEnv } from "#lib/env.ts";
import { securityTxt } from "#lib/security-txt.ts";

export function GET(): Response {
  return securityTxt(loadEnv(), systemClock.now());
}
