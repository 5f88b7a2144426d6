/** `price` is in cents. The server adds up its own copy: what the app sends may be changed by its user. */
export const PRODUCTS = [
  { id: "mug", name: "Stoneware mug", price: 1450 },
  { id: "bowl", name: "Breakfast bowl", price: 1900 },
  { id: "jug", name: "Milk jug", price: 2350 },
] as const;

/** How many of each product, by its id. */
export type Cart = Record<string, number>;

export function totalOf(cart: Cart): number {
  return PRODUCTS.reduce((sum, { id, price }) => sum + price * (cart[id] ?? 0), 0);
}

/** 1450 → "14.50", as `initiatePayment` takes it. */
export function decimalOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

export type OrderStatus = "open" | "paid" | "failed";
