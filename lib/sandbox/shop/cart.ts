import { z } from "zod";
import { findProduct, PRODUCTS, type ProductId } from "./catalogue.ts";

/** Per product. */
export const MAX_QUANTITY = 9;

const PRODUCT_IDS = PRODUCTS.map(({ id }) => id);

export const productIdSchema = z.enum(PRODUCT_IDS);
export const cartLineSchema = z.strictObject({
  productId: productIdSchema,
  quantity: z.int().min(1).max(MAX_QUANTITY),
});
export const cartLinesSchema = z
  .array(cartLineSchema)
  .refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length, {
    error: "contains a product twice",
  });

export type CartLine = z.infer<typeof cartLineSchema>;

export function addToCart(lines: CartLine[], productId: ProductId): CartLine[] {
  const before = lines.find((line) => line.productId === productId)?.quantity ?? 0;
  return setQuantity(lines, productId, before + 1);
}

export function setQuantity(lines: CartLine[], productId: ProductId, quantity: number): CartLine[] {
  const line = { productId, quantity: Math.min(quantity, MAX_QUANTITY) };
  const known = lines.some((other) => other.productId === productId);
  const next = known
    ? lines.map((other) => (other.productId === productId ? line : other))
    : [...lines, line];
  return next.filter((other) => other.quantity > 0);
}

export function countPieces(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** In minor units. */
export function totalOf(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + priceOf(line), 0);
}

/** In minor units; 0 for products no longer sold, which no order accepts. */
export function priceOf(line: { productId: string; quantity: number }): number {
  return (findProduct(line.productId)?.price ?? 0) * line.quantity;
}
