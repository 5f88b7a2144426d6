import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { findProduct } from "#lib/sandbox/shop/catalogue.ts";

export function itemsInWords(
  text: MerchantText,
  items: { productId: string; quantity: number }[],
): string {
  const { item, products, formerProduct } = text.messages.shop;
  return items
    .map(({ productId, quantity }) => {
      const known = findProduct(productId);
      const product = known ? products[known.id].name : formerProduct;
      return text.format(item, { quantity, product });
    })
    .join(", ");
}
