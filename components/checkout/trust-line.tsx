import { Lock } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import type { Text } from "#lib/platform/i18n/format.ts";

type Paid = { view: { payee: { name: string } }; text: Text };

export function stepsToPay({ view, text }: Paid): string[] {
  const { trust } = text.messages.checkout;
  return [trust.choose, trust.approve, text.format(trust.done, { payee: view.payee.name })];
}

type Props = Paid & {
  /** The second column has {@link NextSteps} instead. */
  isNarrowOnly?: boolean;
};

/** Below the main action. Unfolds without scripts. */
export function TrustLine({ view, text, isNarrowOnly = false }: Props) {
  const { trust } = text.messages.checkout;
  return (
    <details className={`-my-2 text-muted text-sm ${isNarrowOnly ? "min-[900px]:hidden" : ""}`}>
      <summary className="flex min-h-11 list-none gap-3 rounded-soft py-2 [&::-webkit-details-marker]:hidden">
        <span className="mt-0.5">
          <Icon of={Lock} size={16} />
        </span>
        <span className="min-w-0">
          {text.format(trust.line, { payee: view.payee.name })}{" "}
          <span className="inline-block font-medium text-ink underline underline-offset-3">
            {trust.how}
          </span>
        </span>
      </summary>
      <ol className="grid list-inside list-decimal gap-1 ps-7 pb-2">
        {stepsToPay({ view, text }).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  );
}
