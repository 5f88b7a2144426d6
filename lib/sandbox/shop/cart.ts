import { z } from "zod";
import { findProduct, PRODUCTS, type ProductId } from "./catalogue.ts";

/** Most pieces of one product in a cart. */
export const MAX_QUANTITY = 9;

const PRODUCT_IDS = PRODUCTS.map(({ id }) => id);

export const productIdSchema = z.enum(PRODUCT_IDS);
export const cartLineSchema = z.strictObject({
  productId: productIdSchema,
  quantity: z.int().min(1).max(MAX_QUANTITY),
});
/** Lines of a cart: each product at most once. */
export const cartLinesSchema = z
  .array(cartLineSchema)
  .refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length, {
    error: "names a product twice",
  });

export type CartLine = z.infer<typeof cartLineSchema>;

/** Puts one more piece into the cart, up to {@link MAX_QUANTITY}. */
export function addToCart(lines: CartLine[], productId: ProductId): CartLine[] {
  const before = lines.find((line) => line.productId === productId)?.quantity ?? 0;
  return setQuantity(lines, productId, before + 1);
}

/** Sets the pieces of one product, at most {@link MAX_QUANTITY}; 0 takes it out. The other lines keep their place. */
export function setQuantity(lines: CartLine[], productId: ProductId, quantity: number): CartLine[] {
  const line = { productId, quantity: Math.min(quantity, MAX_QUANTITY) };
  const known = lines.some((other) => other.productId === productId);
  const next = known
    ? lines.map((other) => (other.productId === productId ? line : other))
    : [...lines, line];
  return next.filter((other) => other.quantity > 0);
}

/** Number of pieces in the cart. */
export function countPieces(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** What the lines cost, in minor units. */
export function totalOf(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + priceOf(line), 0);
}

/** What one line costs, in minor units; goods no longer sold cost nothing, and no order takes them. */
export function priceOf(line: { productId: string; quantity: number }): number {
  return (findProduct(line.productId)?.price ?? 0) * line.quantity;
}
