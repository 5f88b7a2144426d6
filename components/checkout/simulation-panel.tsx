import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
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
        <Form action={action} data-stays="" className="grid gap-3">
          <OrderFields view={view} text={text} />
          {simulations.map((name) => (
            <Button key={name} name="play" value={name} look="secondary" wide>
              {words[name]}
            </Button>
          ))}
        </Form>
      </div>
    </details>
  );
}
