import type { CallbackHosts } from "#components/console/webhooks/endpoint-fields.tsx";
import { getServices } from "#lib/services/index.ts";

/** Which servers an endpoint may name, for the hint of the form. */
export async function callbackHosts(mode: "live" | "test"): Promise<CallbackHosts> {
  const { env } = await getServices();
  if (env.ALLOW_LOCAL_CALLBACKS && mode === "test") return "local";
  return env.CALLBACK_ALLOWED_NETWORKS || env.CALLBACK_ALLOWED_HOSTS ? "private" : "public";
}
