import type { Metadata } from "next";
import { CartLineForm } from "#components/sandbox/shop/cart-line-form.tsx";
import { ShopFrame } from "#components/sandbox/shop/shop-frame.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { type CartLine, totalOf } from "#lib/sandbox/shop/cart.ts";
import { SHOP_CURRENCY } from "#lib/sandbox/shop/catalogue.ts";
import { newOrderId } from "#lib/sandbox/shop/order.ts";
import { placeOrderAction, setQuantityAction } from "../actions.ts";
import { openShop, type Query } from "../open-shop.ts";

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.shop.cart.tab } };
}

export default async function CartPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { text, cart } = await openShop("/cart", query);
  const words = text.messages.shop.cart;
  return (
    <ShopFrame text={text} lines={cart.lines}>
      <PageTitle>{words.title}</PageTitle>
      {query["problem"] !== undefined && (
        <Banner tone="negative" alert>
          <p>{words.problem}</p>
        </Banner>
      )}
      {cart.lines.length > 0 ? <Lines text={text} lines={cart.lines} /> : <EmptyCart text={text} />}
    </ShopFrame>
  );
}

function EmptyCart({ text }: { text: MerchantText }) {
  const { empty, shelf } = text.messages.shop.cart;
  return (
    <Card padding="roomy">
      <div className="grid justify-items-start gap-4">
        <p className="text-muted">{empty}</p>
        <ButtonLink href="/sandbox/shop">{shelf}</ButtonLink>
      </div>
    </Card>
  );
}

function Lines({ text, lines }: { text: MerchantText; lines: CartLine[] }) {
  const words = text.messages.shop.cart;
  const total = text.amount(totalOf(lines), SHOP_CURRENCY);
  return (
    <Card>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.productId}>
            <CartLineForm text={text} line={line} setQuantity={setQuantityAction} />
          </li>
        ))}
      </ul>
      <p className="flex justify-between border-line border-t py-4 font-semibold text-lg">
        <span>{words.total}</span>
        <span className="tabular-nums">{total}</span>
      </p>
      <form action={placeOrderAction} className="grid gap-3">
        <input type="hidden" name="orderId" value={newOrderId()} />
        <Button size="large" wide>
          {text.format(words.pay, { amount: total })}
        </Button>
        <ButtonLink look="quiet" wide href="/sandbox/shop">
          {words.goOn}
        </ButtonLink>
      </form>
    </Card>
  );
}
