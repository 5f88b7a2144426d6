import { Check } from "lucide";
import { Icon } from "#components/ui/icon.tsx";

type Props = { state: "done" | "current" | "open"; number: number };

export function StepMark({ state, number }: Props) {
  if (state === "done") {
    return (
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
        <Icon of={Check} size={16} />
      </span>
    );
  }
  const look = state === "current" ? "border-accent text-accent" : "border-edge text-muted";
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center rounded-full border-2 font-semibold text-sm tabular-nums ${look}`}
    >
      {number}
    </span>
  );
}
