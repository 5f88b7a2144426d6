"use client";

import { Check, Copy } from "lucide";
import { Button } from "./button.tsx";
import { useButtonWords } from "./button-words.tsx";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

type Props = { text: string; label?: string | undefined };

export function CopyButton({ text, label }: Props) {
  const words = useButtonWords();
  const [isCopied, copy] = useCopy(text);
  return (
    <>
      <Button
        type="button"
        look="secondary"
        icon={<Icon of={isCopied ? Check : Copy} size={16} />}
        onClick={copy}
      >
        {isCopied ? words.copied : (label ?? words.copy)}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && words.copied}
      </span>
    </>
  );
}
