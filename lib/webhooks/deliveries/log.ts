import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { toEndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import type { DeliveryStatus, FullDelivery, LoggedDelivery } from "./delivery.ts";
import * as deliveryRepository from "./repository.ts";

export function createDeliveryLog({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /**
     * Newest event first. `before` is the last id of the previous page.
     * @throws AppError `not_found`
     */
    async listDeliveries({
      accountId,
      endpointId,
      ...filter
    }: {
      accountId: string;
      endpointId: string;
      status?: DeliveryStatus | undefined;
      before?: string | undefined;
      limit: number;
    }): Promise<LoggedDelivery[]> {
      const endpoint = await endpointRepository.find(db, { accountId, id: endpointId });
      if (!endpoint) throw new AppError("not_found");
      return deliveryRepository.list(db, { endpoint, ...filter });
    },

    /**
     * Finds the delivery in either mode.
     * @throws AppError `not_found`
     */
    async getDelivery(key: { accountId: string; id: string }): Promise<FullDelivery> {
      const found = await deliveryRepository.find(db, key);
      if (!found) throw new AppError("not_found");
      const attempts = await deliveryRepository.listAttempts(db, key.id);
      return { ...found, endpoint: toEndpointView(found.endpoint, clock.now()), attempts };
    },
  };
}
