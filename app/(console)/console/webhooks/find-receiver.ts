import { getServices } from "#lib/services/index.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";

/** `endpoint` is absent until the receiver is added. `undefined` without the sandbox. */
export async function findReceiver(
  accountId: string,
): Promise<{ url: string; endpoint: EndpointView | undefined } | undefined> {
  const { webhooks, testReceiver, sandboxEnabled } = await getServices();
  if (!(await sandboxEnabled())) return undefined;
  const endpoints = await webhooks.listEndpoints({ accountId, mode: "test" });
  return {
    url: testReceiver.urlOf(accountId),
    endpoint: endpoints.find(({ url }) => testReceiver.isAt(accountId, url)),
  };
}
