import { respondAppleAppSiteAssociation } from "#lib/merchants/app-links/files.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";

export function GET(): Response {
  return respondAppleAppSiteAssociation(loadEnv());
}
