import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type { ComponentProps } from "react";
import { EmbeddedCheckout } from "#components/sandbox/shop/embedded-checkout.tsx";
import { itemsInWords } from "#components/sandbox/shop/order-items.ts";
import { OrderNews } from "#components/sandbox/shop/order-news.tsx";
import { OrderOutcome } from "#components/sandbox/shop/order-outcome.tsx";
import { PayAgain } from "#components/sandbox/shop/pay-again.tsx";
import { ShopFrame } from "#components/sandbox/shop/shop-frame.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { deviceOf } from "#lib/next/request/device.ts";
import { requestNonce } from "#lib/next/request/nonce.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { Order } from "#lib/sandbox/shop/order.ts";
import { PAYMENT_PROBLEMS } from "#lib/sandbox/shop/transaction-request.ts";
import { payAgainAction } from "../../../actions.ts";
import { openShop, type Query, single } from "../../../open-shop.ts";

type Embed = Omit<ComponentProps<typeof EmbeddedCheckout>, "text" | "redirectUrl" | "title">;
type Props = { params: Promise<{ orderId: string }>; searchParams: Promise<Query> };

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.shop.pay.tab } };
}

export default async function PayPage({ params, searchParams }: Props) {
  const { orderId } = await params;
  const query = await searchParams;
  const path = `/orders/${encodeURIComponent(orderId)}/pay`;
  const { shop, text, cart, embedScriptUrl } = await openShop(path, query);
  const order = (await shop.order(orderId)) ?? notFound();
  const problem = PAYMENT_PROBLEMS.find((name) => name === single(query["problem"]));
  const embed: Embed = {
    scriptUrl: embedScriptUrl,
    nonce: await requestNonce(),
    display: single(query["display"]) === "dialog" ? "dialog" : "inline",
    // Desktop browsers without `web-share` log a warning about the feature name.
    allow:
      deviceOf(await headers()).kind === "phone" ? "clipboard-write; web-share" : "clipboard-write",
  };
  const isTroubled = order.status !== "paid" && problem !== undefined;
  return (
    <ShopFrame text={text} lines={cart.lines} width={order.status === "open" ? "wide" : "regular"}>
      {isTroubled && (
        <Banner tone="negative" alert>
          <p>{text.messages.shop.pay.problems[problem]}</p>
        </Banner>
      )}
      <Payment text={text} order={order} isTroubled={isTroubled} embed={embed} />
    </ShopFrame>
  );
}

type PaymentProps = { text: MerchantText; order: Order; isTroubled: boolean; embed: Embed };

function Payment({ text, order, isTroubled, embed }: PaymentProps) {
  if (order.status !== "open") {
    const returned = order.status === "paid" ? "success" : "failure";
    return <OrderOutcome text={text} order={order} returned={returned} payAgain={payAgainAction} />;
  }
  const { title, lead, again, missing } = text.messages.shop.pay;
  const amount = text.amount(order.amount, order.currency);
  const items = itemsInWords(text, order.items);
  return (
    <>
      <PageTitle lead={text.format(lead, { amount, items })}>{title}</PageTitle>
      {order.redirectUrl === null ? (
        <>
          {!isTroubled && <p>{missing}</p>}
          <PayAgain action={payAgainAction} orderId={order.id}>
            {again}
          </PayAgain>
        </>
      ) : (
        <Checkout
          text={text}
          orderId={order.id}
          redirectUrl={order.redirectUrl}
          amount={amount}
          embed={embed}
        />
      )}
    </>
  );
}

type CheckoutProps = {
  text: MerchantText;
  orderId: string;
  redirectUrl: string;
  amount: string;
  embed: Embed;
};

function Checkout({ text, orderId, redirectUrl, amount, embed }: CheckoutProps) {
  const words = text.messages.shop.pay;
  const query = new URLSearchParams({ orderId });
  return (
    <>
      <OrderNews
        orderId={orderId}
        paid={{ words: words.newsPaid, href: `/sandbox/shop/success?${query}` }}
        failed={{ words: words.newsFailed, href: `/sandbox/shop/failure?${query}` }}
        goOn={words.continue}
      />
      <EmbeddedCheckout
        text={text}
        redirectUrl={redirectUrl}
        title={text.format(words.frame, { amount })}
        {...embed}
      />
      <p>
        <a className="link" href={`/sandbox/shop/success?${query}`}>
          {words.check}
        </a>
      </p>
    </>
  );
}
