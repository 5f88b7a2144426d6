import { Lock } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import type { ScreenProps } from "./screen.ts";
import { stepsToPay } from "./trust-line.tsx";

/** Below the order where it has its own column, in place of the {@link TrustLine} beside it. */
export function NextSteps({ view, text }: ScreenProps) {
  const { trust } = text.messages.checkout;
  return (
    <div className="mt-8 hidden gap-8 border-line border-t pt-8 min-[900px]:grid">
      <div className="grid gap-4">
        <p id="next-steps" className="font-semibold text-sm">
          {trust.how}
        </p>
        <ol aria-labelledby="next-steps" className="grid text-sm">
          {stepsToPay({ view, text }).map((step, index) => (
            <li key={step} className="group relative flex gap-3 pb-5 last:pb-0">
              <span
                aria-hidden="true"
                className="absolute start-3.5 top-7 bottom-0 w-px bg-edge group-last:hidden"
              />
              <span
                aria-hidden="true"
                className="grid size-7 shrink-0 place-items-center rounded-full border border-edge bg-card font-semibold text-xs leading-none tabular-nums"
              >
                {index + 1}
              </span>
              <span className="min-w-0 pt-1">{step}</span>
            </li>
          ))}
        </ol>
      </div>
      <p className="flex gap-3 border-line border-t pt-8 text-muted text-sm">
        <span className="grid w-7 shrink-0 justify-center pt-0.5">
          <Icon of={Lock} size={16} />
        </span>
        <span className="min-w-0">{text.format(trust.line, { payee: view.payee.name })}</span>
      </p>
    </div>
  );
}
