import { respondAppleAppSiteAssociation } from "#lib/merchants/app-links/files.ts";
import { loadEnv } from "#lib/platform/env.ts";

export function GET(): Response {
  return respondAppleAppSiteAssociation(loadEnv());
}
