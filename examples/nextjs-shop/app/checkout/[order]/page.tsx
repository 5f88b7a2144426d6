import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { findOrder } from "@/lib/orders";
import { formatPrice } from "@/lib/products";
import { PayByBank } from "./pay-by-bank";

export const metadata: Metadata = { title: "Pay" };

// A reload reads the stored redirectUrl, and so shows the same payment.
export default async function CheckoutPage({ params }: { params: Promise<{ order: string }> }) {
  const { order: id } = await params;
  const order = findOrder(id);
  if (!order?.redirectUrl) notFound();
  if (order.status !== "open") redirect(`/orders/${id}`);
  return (
    <div className="narrow">
      <h1>Pay {formatPrice(order.amount)}</h1>
      <PayByBank orderId={id} redirectUrl={order.redirectUrl} />
    </div>
  );
}
