"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Icon } from "./icon.tsx";

type Props = {
  text: string;
  label: string;
  copied: string;
};

/** Hidden without scripts. */
export function CopyIcon({ text, label, copied }: Props) {
  const [isCopied, setCopied] = useState(false);
  return (
    <span className="needs-script">
      <button
        type="button"
        aria-label={label}
        title={label}
        className="inline-flex size-8 items-center justify-center rounded-soft text-muted hover:bg-sunken hover:text-ink"
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      >
        <Icon of={isCopied ? Check : Copy} size={16} />
      </button>
      <span role="status" className="sr-only">
        {isCopied ? copied : ""}
      </span>
    </span>
  );
}
