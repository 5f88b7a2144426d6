import type { Env } from "#lib/platform/configuration/env.ts";
import { EnvError } from "#lib/platform/configuration/secret-files.ts";
import { createServices, type Services } from "./create.ts";
import { openParts } from "./parts.ts";

/**
 * The caller must close these services.
 * @throws when opening the database fails, or EnvError for `TEST_CLOCK` beside live keys
 */
export async function openOwnServices(env?: Env): Promise<Services> {
  const parts = await openParts(env);
  const services = createServices(parts);
  const close = async () => {
    await parts.unfollow();
    await services.close();
  };
  if (parts.testClock && (await services.apiKeys.hasLiveKeys())) {
    await close();
    throw new EnvError("TEST_CLOCK is for deployments without live keys, and this one has some.");
  }
  return { ...services, close };
}
