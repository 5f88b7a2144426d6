import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OrderOutcome } from "#components/sandbox/shop/order-outcome.tsx";
import { ShopFrame } from "#components/sandbox/shop/shop-frame.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { payAgainAction } from "./actions.ts";
import { openShop, type Query, single } from "./open-shop.ts";

export async function returnMetadata(orderId: string): Promise<Metadata> {
  const { sandboxShop } = await getServices();
  const { outcome, closed } = (await merchantText()).messages.shop;
  const order = await sandboxShop.order(orderId);
  const tabs = { open: outcome.waiting.tab, paid: outcome.paid.tab, failed: outcome.failed.tab };
  return { title: { absolute: order ? tabs[order.status] : closed.tab } };
}

/** The return address proves nothing, so the page looks the order up. */
export async function ReturnPage(props: { returned: "success" | "failure"; query: Query }) {
  const { returned, query } = props;
  const { shop, text, cart } = await openShop(`/${returned}`, query);
  const order = (await shop.order(single(query["orderId"]))) ?? notFound();
  return (
    <ShopFrame text={text} lines={cart.lines}>
      <OrderOutcome text={text} order={order} returned={returned} payAgain={payAgainAction} />
    </ShopFrame>
  );
}
