"use client";

import { useState } from "react";

/** Copies `text`. Returns whether it was copied. */
export function useCopy(text: string): [isCopied: boolean, copy: () => void] {
  const [copied, setCopied] = useState<string>();
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => undefined,
    );
  return [copied === text, copy];
}
