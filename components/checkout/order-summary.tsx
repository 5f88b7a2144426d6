import { Amount } from "#components/ui/amount.tsx";
import type { ScreenProps } from "./screen.ts";

export function OrderSummary({ view, text }: ScreenProps) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold text-lg leading-7">
        <bdi>{view.payee.name}</bdi>
      </p>
      <Amount>{text.amount(view.amount, view.currency)}</Amount>
      {view.externalId !== null && (
        <p className="text-muted text-sm">
          {text.messages.common.order} <bdi dir="ltr">{view.externalId}</bdi>
        </p>
      )}
    </div>
  );
}
