import { answerAssetLinks } from "#lib/app-links/files.ts";
import { loadEnv } from "#lib/env.ts";

export function GET(): Response {
  return answerAssetLinks(loadEnv());
}
