"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

type Props = { text: string; children: string; copied: string };

export function CopyButton({ text, children, copied }: Props) {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <Button
        type="button"
        look="secondary"
        icon={<Icon of={isCopied ? Check : Copy} size={16} />}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      >
        {isCopied ? copied : children}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? copied : ""}
      </span>
    </>
  );
}
