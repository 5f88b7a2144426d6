import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { itemsInWords } from "#components/sandbox/shop/order-items.ts";
import { OrderNews } from "#components/sandbox/shop/order-news.tsx";
import { OrderOutcome } from "#components/sandbox/shop/order-outcome.tsx";
import { PayAgain } from "#components/sandbox/shop/pay-again.tsx";
import { ShopFrame } from "#components/sandbox/shop/shop-frame.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { MerchantText } from "#lib/i18n/format.ts";
import { merchantText } from "#lib/next/text.ts";
import type { Order } from "#lib/sandbox-shop/order.ts";
import { PAYMENT_PROBLEMS } from "#lib/sandbox-shop/transaction-request.ts";
import { payAgainAction } from "../../../actions.ts";
import { openShop, type Query, single } from "../../../open-shop.ts";

type Props = { params: Promise<{ orderId: string }>; searchParams: Promise<Query> };

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.shop.pay.tab } };
}

export default async function PayPage({ params, searchParams }: Props) {
  const { orderId } = await params;
  const query = await searchParams;
  const { shop, text, cart } = await openShop(`/orders/${encodeURIComponent(orderId)}/pay`, query);
  const order = (await shop.order(orderId)) ?? notFound();
  const problem = PAYMENT_PROBLEMS.find((name) => name === single(query["problem"]));
  const isTroubled = order.status !== "paid" && problem !== undefined;
  return (
    <ShopFrame text={text} lines={cart.lines}>
      {isTroubled && (
        <Banner tone="negative" alert>
          <p>{text.messages.shop.pay.problems[problem]}</p>
        </Banner>
      )}
      <Payment text={text} order={order} isTroubled={isTroubled} />
    </ShopFrame>
  );
}

function Payment({
  text,
  order,
  isTroubled,
}: {
  text: MerchantText;
  order: Order;
  isTroubled: boolean;
}) {
  if (order.status !== "open") {
    const returned = order.status === "paid" ? "success" : "failure";
    return <OrderOutcome text={text} order={order} returned={returned} payAgain={payAgainAction} />;
  }
  const { title, lead, again, missing } = text.messages.shop.pay;
  const amount = text.amount(order.amount, order.currency);
  const items = itemsInWords(text, order.items);
  return (
    <>
      <PageTitle lead={text.say(lead, { amount, items })}>{title}</PageTitle>
      {order.redirectUrl === null ? (
        <>
          {!isTroubled && <p>{missing}</p>}
          <PayAgain action={payAgainAction} orderId={order.id}>
            {again}
          </PayAgain>
        </>
      ) : (
        <Checkout text={text} orderId={order.id} redirectUrl={order.redirectUrl} amount={amount} />
      )}
    </>
  );
}

type CheckoutProps = { text: MerchantText; orderId: string; redirectUrl: string; amount: string };

function Checkout({ text, orderId, redirectUrl, amount }: CheckoutProps) {
  const words = text.messages.shop.pay;
  const query = new URLSearchParams({ externalId: orderId });
  return (
    <>
      <OrderNews
        orderId={orderId}
        paid={{ words: words.newsPaid, href: `/sandbox/shop/success?${query}` }}
        failed={{ words: words.newsFailed, href: `/sandbox/shop/failure?${query}` }}
        goOn={words.continue}
      />
      <iframe
        src={redirectUrl}
        title={text.say(words.frame, { amount })}
        allow="clipboard-write"
        // The checkout must know for sure which page frames it, and this page's own policy would hide that.
        referrerPolicy="strict-origin"
        className="-mx-4 block h-[85dvh] min-h-[52rem] w-[calc(100%+2rem)] border-line border-y bg-paper sm:mx-0 sm:w-full sm:rounded-soft sm:border"
      />
      <p>
        <a className="link" href={`/sandbox/shop/success?${query}`}>
          {words.check}
        </a>
      </p>
    </>
  );
}
