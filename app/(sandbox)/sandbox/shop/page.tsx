import type { Metadata } from "next";
import { ProductIcon } from "#components/sandbox/shop/product-icon.tsx";
import { ShopFrame } from "#components/sandbox/shop/shop-frame.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { type Product, SHOP_CURRENCY } from "#lib/sandbox/shop/catalogue.ts";
import { addToCartAction } from "./actions.ts";
import { openShop, type Query } from "./open-shop.ts";

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.shop.shelf.tab } };
}

export default async function ShelfPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { shop, text, cart } = await openShop("", await searchParams);
  const words = text.messages.shop.shelf;
  return (
    <ShopFrame text={text} lines={cart.lines}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <ul className="grid gap-4 sm:grid-cols-2">
        {shop.catalogue().map((product) => (
          <li key={product.id}>
            <ProductCard text={text} product={product} />
          </li>
        ))}
      </ul>
    </ShopFrame>
  );
}

function ProductCard({ text, product }: { text: MerchantText; product: Product }) {
  const { shelf, products } = text.messages.shop;
  const { name, detail } = products[product.id];
  return (
    <Card labelledBy={`product-${product.id}`}>
      <div className="grid gap-4">
        <div className="flex items-start gap-4">
          <ProductIcon id={product.id} />
          <div className="grid min-w-0 flex-1 gap-0.5">
            <h2 id={`product-${product.id}`} className="font-semibold">
              {name}
            </h2>
            <p className="text-muted text-sm">{detail}</p>
            <p className="font-medium tabular-nums">{text.amount(product.price, SHOP_CURRENCY)}</p>
          </div>
        </div>
        <form action={addToCartAction}>
          <input type="hidden" name="productId" value={product.id} />
          <Button look="secondary" wide>
            {shelf.add}
            <span className="sr-only"> – {name}</span>
          </Button>
        </form>
      </div>
    </Card>
  );
}
