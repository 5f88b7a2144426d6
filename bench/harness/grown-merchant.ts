import { startDatabase } from "./database.ts";
import { fill } from "./many-payments.ts";
import { createBenchMerchant, openServices } from "./merchant.ts";

export type GrownMerchant = Awaited<ReturnType<typeof openGrownMerchant>>;

/** In a database of its own, with that many payments. Close it. */
export async function openGrownMerchant(rows: number) {
  const database = await startDatabase();
  const services = await openServices(database.url);
  const { accountId, keys } = await createBenchMerchant(services, "http://127.0.0.1/webhooks");
  const apiKey = await services.apiKeys.authenticate(keys.web);
  const [endpoint] = await services.webhooks.listEndpoints({ accountId, mode: "test" });
  if (!apiKey || !endpoint) throw new Error("the merchant has no key or no endpoint");
  const endpointId = endpoint.id;
  await fill(database, { accountId, keyId: apiKey.id, endpointId }, rows);
  const close = async () => {
    await services.close();
    await database.stop();
  };
  return {
    rows,
    database,
    services,
    apiKey,
    accountId,
    endpointId,
    created: [] as string[],
    close,
  };
}
