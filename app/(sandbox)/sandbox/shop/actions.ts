"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { runAction } from "#lib/next/actions/action.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { readCart, writeCart } from "#lib/next/sandbox/sandbox-shop-session.ts";
import { addToCart, MAX_QUANTITY, productIdSchema, setQuantity } from "#lib/sandbox/shop/cart.ts";
import { orderIdSchema } from "#lib/sandbox/shop/order.ts";
import { getServices } from "#lib/services/index.ts";
import { isShopOpen } from "./open-shop.ts";

const CART = "/sandbox/shop/cart";
const ORDERS = "/sandbox/shop/orders";

const additionSchema = z.object({ productId: productIdSchema });
const quantitySchema = z.object({
  productId: productIdSchema,
  quantity: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().max(MAX_QUANTITY)),
});
const orderSchema = z.object({ orderId: orderIdSchema });

export async function addToCartAction(form: FormData): Promise<void> {
  await runAction(form, additionSchema, await actionContext(), async ({ productId }) => {
    const { lines } = await readCart();
    await writeCart(addToCart(lines, productId));
  });
  redirect(CART);
}

/** An invalid number changes nothing. */
export async function setQuantityAction(form: FormData): Promise<void> {
  await runAction(form, quantitySchema, await actionContext(), async ({ productId, quantity }) => {
    const { lines } = await readCart();
    await writeCart(setQuantity(lines, productId, quantity));
  });
  redirect(CART);
}

export async function placeOrderAction(form: FormData): Promise<void> {
  const { sandboxShop } = await getServices();
  if (!(await isShopOpen())) redirect(CART);
  const result = await runAction(form, orderSchema, await actionContext(), async ({ orderId }) => {
    const { lines } = await readCart();
    const cartId = await writeCart(lines);
    const placed = await sandboxShop.placeOrder(cartId, lines, orderId);
    await writeCart([]);
    return payAddress(placed);
  });
  redirect(result.ok ? result.value : `${CART}?problem=${result.code}`);
}

export async function payAgainAction(form: FormData): Promise<void> {
  const { sandboxShop } = await getServices();
  if (!(await isShopOpen())) redirect(ORDERS);
  const result = await runAction(form, orderSchema, await actionContext(), async ({ orderId }) =>
    payAddress(await sandboxShop.payAgain(orderId)),
  );
  redirect(result.ok ? result.value : ORDERS);
}

function payAddress({ order, problem }: { order: { id: string }; problem?: string }): string {
  const query = problem ? `?problem=${problem}` : "";
  return `${ORDERS}/${order.id}/pay${query}`;
}
