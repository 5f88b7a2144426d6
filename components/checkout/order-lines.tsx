import { ChevronDown } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import type { ScreenProps } from "./screen.ts";

/** What the shop says about the order. Unfolds without scripts. */
export function OrderLines({ view, text }: ScreenProps) {
  const { description, lines, currency } = view;
  return (
    <>
      {description !== null && (
        <p className="wrap-anywhere">
          <bdi>{description}</bdi>
        </p>
      )}
      {lines !== null && (
        <details className="group -my-1 text-sm">
          <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-soft text-muted [&::-webkit-details-marker]:hidden">
            <span className="underline underline-offset-3">
              {text.messages.checkout.orderLines}
            </span>
            <span className="transition-transform duration-150 group-open:rotate-180">
              <Icon of={ChevronDown} size={16} />
            </span>
          </summary>
          <ul className="grid gap-2 pb-2">
            {lines.map(({ name, quantity, unitAmount }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never change, and may repeat
              <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="wrap-anywhere min-w-0">
                  {quantity > 1 && (
                    <span className="text-muted tabular-nums">
                      <bdi>{`${quantity} × ${text.amount(unitAmount, currency)}`}</bdi>{" "}
                    </span>
                  )}
                  <bdi>{name}</bdi>
                </span>
                <span className="ms-auto whitespace-nowrap tabular-nums">
                  <bdi>{text.amount(quantity * unitAmount, currency)}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
