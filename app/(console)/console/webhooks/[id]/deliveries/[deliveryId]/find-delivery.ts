import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import type { FullDelivery } from "#lib/webhooks/deliveries/delivery.ts";

export type DeliveryParams = { params: Promise<{ id: string; deliveryId: string }> };

/** @throws AppError `not_found`, also if the delivery belongs to another endpoint */
export async function findDelivery(
  accountId: string,
  { params }: DeliveryParams,
): Promise<FullDelivery> {
  const { id, deliveryId } = await params;
  const { webhooks } = await getServices();
  const found = await webhooks.getDelivery({ accountId, id: deliveryId });
  if (found.endpoint.id !== id) throw new AppError("not_found");
  return found;
}
