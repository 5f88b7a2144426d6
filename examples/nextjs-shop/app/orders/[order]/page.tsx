import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { payAgainAction } from "@/app/actions";
import { BuyButton } from "@/app/buy-button";
import { readTransaction } from "@/lib/bankside";
import { findOrder, type Order, settle } from "@/lib/orders";
import { formatPrice } from "@/lib/products";
import { LookAgain } from "./look-again";

export const metadata: Metadata = { title: "Your order" };

/** successUrl and failureUrl. Anyone can open them with any query, so only the server's data counts. */
export default async function OrderPage({ params }: { params: Promise<{ order: string }> }) {
  const { order: id } = await params;
  const order = await readOrder(id);
  if (!order) notFound();
  if (order.status === "paid") {
    return (
      <div className="narrow">
        <h1>Thank you</h1>
        <p role="status">Your order is paid: {formatPrice(order.amount)}.</p>
        <p>
          <a href="/">Back to the shop</a>
        </p>
      </div>
    );
  }
  if (order.status === "failed") {
    return (
      <div className="narrow">
        <h1>The payment did not go through</h1>
        <p role="status">You have not been charged.</p>
        <form action={payAgainAction}>
          <input type="hidden" name="order" value={id} />
          <BuyButton>Pay {formatPrice(order.amount)} again</BuyButton>
        </form>
      </div>
    );
  }
  return (
    <div className="narrow">
      <h1>Waiting for your bank</h1>
      <p role="status">We confirm your order as soon as your bank confirms the payment.</p>
      <p>
        <a href={`/checkout/${id}`}>Back to the payment</a>
      </p>
      <LookAgain />
    </div>
  );
}

/** The webhook usually comes first. If it is late, the server asks Bankside itself. */
async function readOrder(id: string): Promise<Order | undefined> {
  const order = findOrder(id);
  if (order?.status !== "open" || order.transactionId === null) return order;
  try {
    settle(await readTransaction(order.transactionId));
  } catch (error) {
    console.error("Bankside could not be asked:", error);
  }
  return findOrder(id);
}
