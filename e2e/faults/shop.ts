import { join } from "node:path";
import { composeIBAN } from "ibantools";
import type pg from "pg";
import { createMerchant } from "#lib/console/onboarding/merchant.ts";
import type { Services } from "#lib/services/create.ts";
import type { startQonto } from "#lib/testing/qonto-simulator.ts";
import { OUTCOME_EVENTS, REFUND_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { openBankAccount, type Source } from "./bank-account.ts";
import { startReceiver } from "./receiver.ts";

type Deps = {
  services: Services;
  product: pg.Pool;
  qonto: Awaited<ReturnType<typeof startQonto>>;
  /** The watched folder. */
  statements: string;
};

/** `takes`: whether its receiver accepts a webhook. `sources`: who reports its money. */
export type ShopOptions = { takes?: () => boolean; sources?: readonly Source[] };

export type Shop = Awaited<ReturnType<typeof openShop>>;

let shops = 0;

export async function openShop(
  { services, product, qonto, statements }: Deps,
  { takes = () => true, sources = ["job"] }: ShopOptions,
) {
  const receiver = await startReceiver(takes);
  const iban = ibanOf(++shops);
  const { accountId, keys } = await createMerchant(services, {
    name: "Corner Books",
    mode: "test",
    iban,
    origins: ["https://books.example"],
  });
  const endpoint = await services.webhooks.createEndpoint({
    accountId,
    mode: "test",
    url: receiver.url,
    eventTypes: [...OUTCOME_EVENTS, ...REFUND_EVENTS],
    actor: "operator",
  });
  receiver.verifyWith(endpoint.secret);
  await services.accounts.setTakesTransfers(accountId, true, "operator");
  const owner = { accountId, mode: "test" as const };
  const credentials = { ...qonto.credentials, stagingToken: "", webhookSecret: "" };
  const feed = { provider: "qonto" as const, iban, ...credentials };
  const feedId = sources.includes("feed") && (await services.feeds.add(owner, feed, "operator"));
  const { key } = await services.apiKeys.create({
    ...owner,
    method: "web",
    scopes: ["statements"],
    actor: "operator",
  });
  const folder = join(statements, `${accountId}-test`);
  const place = { accountId, iban, apiKey: key, folder };
  const account = await openBankAccount({ ...place, product, qonto, sources });
  return {
    accountId,
    apiKey: keys.web,
    receiver,
    account,
    async close(): Promise<void> {
      await receiver.close();
      await account.close();
      if (feedId) await services.feeds.retire(accountId, feedId, "operator");
    },
  };
}

/** A feed reads all money of its IBAN. */
function ibanOf(number: number): string {
  const bban = `37040044${String(number).padStart(10, "0")}`;
  const iban = composeIBAN({ countryCode: "DE", bban });
  if (iban === null) throw new Error("no IBAN");
  return iban;
}
