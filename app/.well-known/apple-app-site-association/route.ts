import { answerAppleAppSiteAssociation } from "#lib/app-links/files.ts";
import { loadEnv } from "#lib/env.ts";

export function GET(): Response {
  return answerAppleAppSiteAssociation(loadEnv());
}
