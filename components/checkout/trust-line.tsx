import { Lock } from "lucide-react";
import { Icon } from "#components/ui/icon.tsx";
import type { ScreenProps } from "./screen.ts";

/** Below the main action. Unfolds without scripts. */
export function TrustLine({ view, text }: ScreenProps) {
  const { trust } = text.messages.checkout;
  const payee = view.payee.name;
  const steps = [trust.choose, trust.approve, text.format(trust.done, { payee })];
  return (
    <details className="-my-2 text-muted text-sm">
      <summary className="flex min-h-11 list-none gap-3 rounded-soft py-2 [&::-webkit-details-marker]:hidden">
        <span className="mt-0.5">
          <Icon of={Lock} size={16} />
        </span>
        <span className="min-w-0">
          {text.format(trust.line, { payee })}{" "}
          <span className="whitespace-nowrap font-medium text-ink underline underline-offset-3">
            {trust.how}
          </span>
        </span>
      </summary>
      <ol className="grid list-inside list-decimal gap-1 ps-7 pb-2">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  );
}
