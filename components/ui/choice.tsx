import type { ReactNode } from "react";

type Props = {
  name: string;
  value: string;
  title: string;
  /** A second line, such as a masked number. */
  detail?: string;
  /** Right-aligned, such as a balance. */
  aside?: ReactNode;
  defaultChecked?: boolean;
  required?: boolean;
};

/** Use it in a `fieldset` with a `legend`. */
export function Choice({ name, value, title, detail, aside, defaultChecked, required }: Props) {
  return (
    <label className="flex min-h-14 items-center gap-3 rounded-soft border border-edge bg-card px-4 py-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={defaultChecked}
        required={required}
        className="size-5 shrink-0 accent-accent focus-visible:outline-none"
      />
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{title}</span>
        {detail && <span className="text-muted text-sm tabular-nums">{detail}</span>}
      </span>
      {aside && <span className="font-medium tabular-nums">{aside}</span>}
    </label>
  );
}
