import { Banner } from "#components/ui/banner.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { BEHAVIOURS, type Behaviour } from "#lib/banks/sandbox/behaviours.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  picked: Behaviour;
};

/** Simulates the bank's behaviour after the approval. The amount decides if nothing is chosen. */
export function BehaviourChoice({ text, picked }: Props) {
  const { tryOut, behaviours } = text.messages.bank;
  return (
    <div className="grid gap-3">
      {picked !== "normal" && (
        <Banner tone="warning">
          <p>{text.format(tryOut.picked, { title: behaviours[picked].title })}</p>
        </Banner>
      )}
      <details className="rounded-soft border border-line">
        <summary className="min-h-11 cursor-pointer rounded-soft px-4 py-2.5 font-medium hover:bg-sunken">
          {tryOut.summary}
        </summary>
        <fieldset className="grid gap-2 px-4 pt-4 pb-4">
          <legend className="mb-2 font-medium">{tryOut.legend}</legend>
          {BEHAVIOURS.map((behaviour) => (
            <Choice
              key={behaviour}
              name="behaviour"
              value={behaviour}
              title={behaviours[behaviour].title}
              detail={behaviours[behaviour].does}
              defaultChecked={behaviour === picked}
            />
          ))}
        </fieldset>
      </details>
    </div>
  );
}
