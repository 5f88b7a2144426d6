export const SHOP_CURRENCY = "EUR";

/** `price` in minor units of {@link SHOP_CURRENCY}. */
export const PRODUCTS = [
  { id: "coffee", price: 890 },
  { id: "mug", price: 1450 },
  { id: "notebook", price: 675 },
  { id: "tea", price: 520 },
] as const satisfies { id: string; price: number }[];

export type Product = (typeof PRODUCTS)[number];
export type ProductId = Product["id"];

export function findProduct(id: string): Product | undefined {
  return PRODUCTS.find((product) => product.id === id);
}
