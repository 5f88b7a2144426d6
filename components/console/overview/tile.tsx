import { ArrowDown, ArrowUp, type IconNode, Minus } from "lucide";
import { Icon } from "#components/ui/icon.tsx";

export type Change = { way: "up" | "down" | "same"; says: string };

export type Figure = { value: string; change: Change | undefined; before: string };

type Props = {
  label: string;
  /** More than one if they can't be added up. */
  figures: Figure[];
  meaning?: string;
};

const ARROWS: Record<Change["way"], IconNode> = { up: ArrowUp, down: ArrowDown, same: Minus };

export function Tile({ label, figures, meaning }: Props) {
  return (
    <div className="grid content-start gap-1 rounded-soft border border-line bg-card p-4 shadow-card sm:p-5">
      <dt className="text-muted text-sm">{label}</dt>
      {figures.map(({ value, change, before }) => (
        <dd key={value} className="mb-1 text-sm tabular-nums">
          <p className="wrap-anywhere font-semibold text-title">{value}</p>
          {change && (
            <p className="flex items-center gap-1 font-medium">
              <Icon of={ARROWS[change.way]} size={16} />
              {change.says}
            </p>
          )}
          <p className="text-muted">{before}</p>
        </dd>
      ))}
      {meaning && <dd className="text-muted text-sm">{meaning}</dd>}
    </div>
  );
}
