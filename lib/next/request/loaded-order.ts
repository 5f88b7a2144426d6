import { cache } from "react";
import type { FoundOrder, Order } from "#lib/payments/checkout/order.ts";
import type { Flow } from "#lib/payments/model/status.ts";
import { keepForRequest, keptForRequest } from "#lib/platform/http/request-scope.ts";
import { getServices } from "#lib/services/index.ts";

const keyOf = (reference: string) => `order:${reference}`;

/** Saves a second read. Only for GET and HEAD, which change nothing. */
export function keepFoundOrder(found: FoundOrder): void {
  keepForRequest(keyOf(found.transaction.reference), found);
}

export const loadOrder = cache(
  async (flow: Flow, reference: string): Promise<Order | undefined> => {
    const { checkout } = await getServices();
    const found =
      flow === "web" ? (keptForRequest(keyOf(reference)) as FoundOrder | undefined) : undefined;
    return checkout.open(reference, flow, found);
  },
);
