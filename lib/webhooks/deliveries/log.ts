import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { toEndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import type { DeliveryPage, FullDelivery } from "./delivery.ts";
import type { LogFilter } from "./repository.ts";
import * as deliveryRepository from "./repository.ts";

export function createDeliveryLog({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** @throws AppError `not_found` */
    async listDeliveries({
      accountId,
      endpointId,
      ...filter
    }: LogFilter & { accountId: string; endpointId: string }): Promise<DeliveryPage> {
      const endpoint = await endpointRepository.find(db, { accountId, id: endpointId });
      if (!endpoint) throw new AppError("not_found");
      const { before, after, limit } = filter;
      const found = await deliveryRepository.list(db, endpoint, { ...filter, limit: limit + 1 });
      const hasMore = found.length > limit;
      const page = found.slice(0, limit);
      return after
        ? { deliveries: page.toReversed(), hasNewer: hasMore, hasOlder: true }
        : { deliveries: page, hasNewer: before !== undefined, hasOlder: hasMore };
    },

    /** @throws AppError `not_found` */
    async getDelivery(key: { accountId: string; id: string }): Promise<FullDelivery> {
      const found = await deliveryRepository.find(db, key);
      if (!found) throw new AppError("not_found");
      const attempts = await deliveryRepository.listAttempts(db, key.id);
      return { ...found, endpoint: toEndpointView(found.endpoint, clock.now()), attempts };
    },
  };
}
