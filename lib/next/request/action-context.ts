import { headers } from "next/headers";
import type { ActionContext } from "#lib/next/actions/action.ts";
import { getServices } from "#lib/services/index.ts";
import { isOwnOrigin } from "./own-origin.ts";

export async function actionContext(): Promise<ActionContext> {
  const { env, logger } = await getServices();
  return { logger, isOwnOrigin: isOwnOrigin((await headers()).get("origin"), env) };
}
