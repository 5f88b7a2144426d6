import { systemClock } from "#lib/platform/clock/clock.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { securityTxt } from "#lib/platform/configuration/security-txt.ts";

export function GET(): Response {
  return securityTxt(loadEnv(), systemClock.now());
}
