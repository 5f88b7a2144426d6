/** `price` is in cents. */
export const PRODUCTS = [
  { id: "mug", name: "Stoneware mug", about: "Glazed by hand, holds 300 ml", price: 1450 },
  { id: "bowl", name: "Breakfast bowl", about: "Oak-ash glaze, 16 cm wide", price: 1900 },
  { id: "jug", name: "Milk jug", about: "Pours without a drip, 250 ml", price: 2350 },
] as const;

export type Product = (typeof PRODUCTS)[number];

export function findProduct(id: unknown): Product | undefined {
  return PRODUCTS.find((product) => product.id === id);
}

const euros = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });

export function formatPrice(cents: number): string {
  return euros.format(cents / 100);
}
