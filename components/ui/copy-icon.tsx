"use client";

import { Check, Copy } from "lucide";
import { useButtonWords } from "./button-words.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

type Props = { text: string; label?: string };

/** Hidden without scripts. */
export function CopyIcon({ text, label }: Props) {
  const words = useButtonWords();
  const [isCopied, copy] = useCopy(text);
  return (
    <span className="needs-script">
      <button
        type="button"
        aria-label={label ?? words.copy}
        title={label ?? words.copy}
        className="inline-flex size-8 items-center justify-center rounded-soft text-muted hover:bg-sunken hover:text-ink"
        onClick={copy}
      >
        <Icon of={isCopied ? Check : Copy} size={16} />
      </button>
      <span role="status" className="sr-only">
        {isCopied && words.copied}
      </span>
    </span>
  );
}
