import type { Metadata } from "next";
import { CancelScreen } from "#components/checkout/cancel-screen.tsx";
import { CheckoutShell } from "#components/checkout/checkout-shell.tsx";
import { payPath } from "#components/checkout/links.ts";
import { OrderScreen } from "#components/payer/order-screen.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { problemText } from "#lib/next/problem.ts";
import { requestText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";
import { cancelPaymentAction } from "./actions.ts";
import { findOrder, noteStep, type OrderParams, payableOrder, type Query } from "./load-order.ts";

type Props = { params: OrderParams; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ reference }, query, text] = await Promise.all([params, searchParams, requestText()]);
  const { payer } = text.messages;
  const view = await findOrder(reference);
  if (!view) return { title: payer.unknown.tab };
  if (await isAltered(reference, query["o"])) return { title: payer.altered.tab };
  if (query["confirm"] === "cancel") return { title: payer.confirmCancel.tab };
  const amount = text.amount(view.amount, view.currency);
  return { title: text.say(payer.order.tab, { amount, payee: view.payee.name }) };
}

/** First step: the order as the shop made it. */
export default async function OrderPage({ params, searchParams }: Props) {
  const query = await searchParams;
  const { reference } = await params;
  if ((await findOrder(reference)) && (await isAltered(reference, query["o"]))) {
    const { altered } = (await requestText()).messages.payer;
    return <PlainPage title={altered.title} lead={altered.lead} />;
  }
  const { view, text } = await payableOrder(params);
  const confirmsCancel = query["confirm"] === "cancel";
  if (!confirmsCancel) await noteStep(reference, "opened");
  return (
    <CheckoutShell view={view} text={text} problem={problemText(query["problem"], text)}>
      {confirmsCancel ? (
        <CancelScreen
          view={view}
          text={text}
          words={text.messages.payer.confirmCancel}
          action={cancelPaymentAction}
          backPath={payPath(reference, "", text.linkQuery)}
        />
      ) : (
        <OrderScreen view={view} text={text} />
      )}
    </CheckoutShell>
  );
}

/** Tells whether the order info of a scanned code is not the one we signed. A typed address has none. */
async function isAltered(reference: string, orderInfo: Query[string]): Promise<boolean> {
  if (orderInfo === undefined) return false;
  if (typeof orderInfo !== "string") return true;
  const { checkout } = await getServices();
  return !(await checkout.verifyOrderInfo(reference, orderInfo));
}
