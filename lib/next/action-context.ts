import { headers } from "next/headers";
import { getServices } from "#lib/services/index.ts";
import type { ActionContext } from "./action.ts";
import { isOwnOrigin } from "./own-origin.ts";

/** What a server action has to know of the current request. */
export async function actionContext(): Promise<ActionContext> {
  const { env, logger } = await getServices();
  return { logger, isOwnOrigin: isOwnOrigin((await headers()).get("origin"), env) };
}
