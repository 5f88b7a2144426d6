import { Fragment } from "react";
import { CodeBlock } from "./code-block.tsx";

export type CodeTab = { id: string; label: string; code: string | readonly string[] };

type Props = {
  /** Such as "Language", for screen readers. */
  legend: string;
  name: string;
  tabs: readonly CodeTab[];
  /** Tab shown first; the first tab if the id is unknown. */
  chosen?: string | undefined;
};

/** Radio buttons, so that it works without scripts. */
export function CodeTabs({ legend, name, tabs, chosen }: Props) {
  const first = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  return (
    <fieldset className="relative flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">{legend}</legend>
      {tabs.map(({ id, label, code }) => (
        <Fragment key={id}>
          <input
            type="radio"
            id={`${name}-${id}`}
            name={name}
            value={id}
            defaultChecked={id === first?.id}
            className="sr-only"
          />
          <label
            htmlFor={`${name}-${id}`}
            className="flex min-h-11 items-center rounded-soft border border-transparent px-3 text-muted text-sm hover:bg-sunken [input:checked+&]:border-edge [input:checked+&]:bg-card [input:checked+&]:font-semibold [input:checked+&]:text-ink [input:focus-visible+&]:outline-3 [input:focus-visible+&]:outline-accent"
          >
            {label}
          </label>
          <div className="order-1 hidden w-full min-w-0 gap-3 [input:checked+label+&]:grid">
            {[code].flat().map((block) => (
              <CodeBlock key={block} code={block} />
            ))}
          </div>
        </Fragment>
      ))}
    </fieldset>
  );
}
