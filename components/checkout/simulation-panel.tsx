import { Button } from "#components/ui/button.tsx";
import type { Simulation } from "#lib/payments/attempts/test-driver.ts";
import { OrderFields } from "./order-fields.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  simulations: readonly Simulation[];
  action: (form: FormData) => Promise<void>;
};

/** Test mode only: simulates the outcome without a phone. */
export function SimulationPanel({ view, text, simulations, action }: Props) {
  const { simulation: words } = text.messages.handover;
  return (
    <details className="rounded-soft border border-warning-line">
      <summary className="min-h-12 cursor-pointer px-4 py-3 text-sm text-warning">
        {words.title}
      </summary>
      <div className="grid gap-3 p-4 pt-0">
        <p className="text-muted text-sm">{words.lead}</p>
        {simulations.map((name) => (
          <form key={name} action={action} data-stays="">
            <OrderFields view={view} text={text} />
            <input type="hidden" name="play" value={name} />
            <Button look="secondary" wide>
              {words[name]}
            </Button>
          </form>
        ))}
      </div>
    </details>
  );
}
