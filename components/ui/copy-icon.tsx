"use client";

import { Check, Copy } from "lucide";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

type Props = { text: string; copied: string; label: string };

/** Hidden without scripts. */
export function CopyIcon({ text, label, copied }: Props) {
  const [isCopied, copy] = useCopy(text);
  return (
    <span className="needs-script">
      <button
        type="button"
        aria-label={label}
        title={label}
        className="inline-flex size-8 items-center justify-center rounded-soft text-muted hover:bg-sunken hover:text-ink"
        onClick={copy}
      >
        <Icon of={isCopied ? Check : Copy} size={16} />
      </button>
      <span role="status" className="sr-only">
        {isCopied && copied}
      </span>
    </span>
  );
}
