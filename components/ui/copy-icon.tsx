import { Check, Copy } from "lucide";
import type { CopyProps } from "./copy.script.ts";
import { Icon } from "./icon.tsx";
import { PageElement } from "./page-element.tsx";

type Props = CopyProps & { label: string };

/** Hidden without scripts. */
export function CopyIcon({ text, label, copied }: Props) {
  return (
    <PageElement<CopyProps> name="page-copy" props={{ text, copied }} className="needs-script">
      <button
        type="button"
        aria-label={label}
        title={label}
        className="inline-flex size-8 items-center justify-center rounded-soft text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon of={Copy} size={16} />
      </button>
      <template>
        <Icon of={Check} size={16} />
      </template>
      <span role="status" className="sr-only" />
    </PageElement>
  );
}
