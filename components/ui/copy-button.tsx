"use client";

import { Check, Copy } from "lucide";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

type Props = { text: string; copied: string; children: string };

export function CopyButton({ text, copied, children }: Props) {
  const [isCopied, copy] = useCopy(text);
  return (
    <>
      <Button
        type="button"
        look="secondary"
        icon={<Icon of={isCopied ? Check : Copy} size={16} />}
        onClick={copy}
      >
        {isCopied ? copied : children}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && copied}
      </span>
    </>
  );
}
