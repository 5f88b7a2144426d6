import { Amount } from "#components/ui/amount.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { OrderLines } from "./order-lines.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  /** `wide`: only where the order has its own column, because the title beside it names the amount too. */
  amountFrom: keyof typeof AMOUNTS;
};

const AMOUNTS = { always: "flex", wide: "hidden min-[900px]:flex", never: "hidden" } as const;

export function OrderSummary({ view, text, amountFrom }: Props) {
  return (
    <div className="@container grid gap-1">
      <p className="font-semibold text-lg">
        <bdi>{view.payee.name}</bdi>
      </p>
      <div
        className={`flex-wrap items-center justify-between gap-x-4 gap-y-1 ${AMOUNTS[amountFrom]}`}
      >
        <Amount>{text.amount(view.amount, view.currency)}</Amount>
        {view.mode === "test" && (
          <span className="only-framed">
            <Badge tone="warning">{text.messages.common.test}</Badge>
          </span>
        )}
      </div>
      {view.externalId !== null && (
        <p className="text-muted text-sm">
          {text.messages.common.order} <bdi dir="ltr">{view.externalId}</bdi>
        </p>
      )}
      <OrderLines view={view} text={text} />
    </div>
  );
}
