import type { Metadata } from "next";
import { itemsInWords } from "#components/sandbox/shop/order-items.ts";
import { PayAgain } from "#components/sandbox/shop/pay-again.tsx";
import { ShopFrame } from "#components/sandbox/shop/shop-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { Order } from "#lib/sandbox/shop/order.ts";
import { payAgainAction } from "../actions.ts";
import { openShop, type Query } from "../open-shop.ts";

const STATE_COLOURS = {
  open: "border-line bg-sunken text-ink",
  paid: "border-positive bg-positive-tint text-positive",
  failed: "border-negative bg-negative-tint text-negative",
} as const;

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.shop.orders.tab } };
}

export default async function OrdersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { shop, text, cart } = await openShop("/orders", await searchParams);
  const orders = cart.cartId === undefined ? [] : await shop.orders(cart.cartId);
  const words = text.messages.shop.orders;
  return (
    <ShopFrame text={text} lines={cart.lines}>
      <PageTitle>{words.title}</PageTitle>
      {orders.length === 0 && <p className="text-muted">{words.empty}</p>}
      <ul className="grid gap-4">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard text={text} order={order} />
          </li>
        ))}
      </ul>
    </ShopFrame>
  );
}

function OrderCard({ text, order }: { text: MerchantText; order: Order }) {
  const words = text.messages.shop.orders;
  const headingId = `heading-${order.id}`;
  return (
    <Card labelledBy={headingId}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 id={headingId} className="min-w-0 flex-1 basis-48 font-semibold">
            {itemsInWords(text, order.items)}
          </h2>
          <p className="font-semibold tabular-nums">{text.amount(order.amount, order.currency)}</p>
        </div>
        <p className="text-muted text-sm tabular-nums">
          {text.dateTime(order.createdAt.toISOString())}
          <br />
          {order.externalId}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p
            className={`rounded-full border px-3 py-1 font-medium text-sm ${STATE_COLOURS[order.status]}`}
          >
            <span className="sr-only">{words.state}: </span>
            {words.states[order.status]}
          </p>
          <NextStep text={text} order={order} />
        </div>
      </div>
    </Card>
  );
}

function NextStep({ text, order }: { text: MerchantText; order: Order }) {
  const words = text.messages.shop.orders;
  if (order.status === "failed") {
    return (
      <PayAgain action={payAgainAction} orderId={order.id}>
        {words.payAgain}
      </PayAgain>
    );
  }
  return (
    <a className="link" href={`/sandbox/shop/orders/${order.id}/pay`}>
      {order.status === "paid" ? words.open : words.pay}
    </a>
  );
}
