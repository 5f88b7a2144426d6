import { Check, Clock3, X } from "lucide";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { FollowOrder } from "./follow-order.tsx";
import { itemsInWords } from "./order-items.ts";
import { PayAgain } from "./pay-again.tsx";

type Order = {
  id: string;
  externalId: string;
  status: "open" | "paid" | "failed";
  items: { productId: string; quantity: number }[];
  amount: number;
  currency: string;
};

type Props = {
  text: MerchantText;
  order: Order;
  /** The return URL the customer came by. It selects the waiting text, never the status. */
  returned: "success" | "failure";
  payAgain: (form: FormData) => Promise<void>;
};

const MARKS = {
  paid: { icon: Check, className: "bg-positive-tint text-positive" },
  failed: { icon: X, className: "bg-negative-tint text-negative" },
  open: { icon: Clock3, className: "bg-sunken text-muted" },
} as const;

/** Waits for the webhook, which alone decides the outcome. */
export function OrderOutcome({ text, order, returned, payAgain }: Props) {
  const words = text.messages.shop.outcome;
  const { icon, className } = MARKS[order.status];
  return (
    <Card labelledBy="title" padding="roomy">
      <div className="grid gap-6">
        <span className={`grid size-12 place-items-center rounded-full ${className}`}>
          <Icon of={icon} size={24} />
        </span>
        <div aria-live="polite">
          <Headline text={text} status={order.status} returned={returned} />
        </div>
        <Facts
          facts={[
            { label: words.order, value: order.externalId, figures: true },
            { label: words.goods, value: itemsInWords(text, order.items) },
            {
              label: words.amount,
              value: text.amount(order.amount, order.currency),
              figures: true,
            },
          ]}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {order.status === "failed" && (
            <PayAgain action={payAgain} orderId={order.id}>
              {words.again}
            </PayAgain>
          )}
          {order.status === "open" && (
            <a className="link" href={`/sandbox/shop/orders/${order.id}/pay`}>
              {words.waiting.back}
            </a>
          )}
          <a className="link" href="/sandbox/shop/orders">
            {words.all}
          </a>
        </div>
      </div>
      {order.status !== "paid" && <FollowOrder orderId={order.id} status={order.status} />}
      {order.status === "open" && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
    </Card>
  );
}

function Headline({
  text,
  status,
  returned,
}: Pick<Props, "text" | "returned"> & Pick<Order, "status">) {
  const { paid, failed, waiting } = text.messages.shop.outcome;
  if (status === "paid") return <PageTitle lead={paid.lead}>{paid.title}</PageTitle>;
  if (status === "failed") return <PageTitle lead={failed.lead}>{failed.title}</PageTitle>;
  const lead = returned === "success" ? waiting.lead : waiting.leadFailure;
  return <PageTitle lead={lead}>{waiting.title}</PageTitle>;
}
