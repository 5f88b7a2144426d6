"use server";

import { notFound, redirect } from "next/navigation";
import { BanksideError, startPayment } from "@/lib/bankside";
import { createOrder, findOrder } from "@/lib/orders";
import { findProduct } from "@/lib/products";

/** Creates the order. The price comes from the server, never from the form. */
export async function buyAction(form: FormData): Promise<void> {
  const product = findProduct(form.get("product"));
  if (!product) notFound();
  await pay(createOrder(product));
}

/** Pays an order again whose payment failed. */
export async function payAgainAction(form: FormData): Promise<void> {
  await pay(String(form.get("order")));
}

async function pay(id: string): Promise<never> {
  const order = findOrder(id);
  if (!order) notFound();
  try {
    await startPayment(order);
  } catch (error) {
    const isTaken =
      error instanceof BanksideError &&
      ["already_paid", "transaction_in_progress"].includes(error.code);
    if (!isTaken) throw error;
    redirect(`/orders/${id}`);
  }
  redirect(`/checkout/${id}`);
}
