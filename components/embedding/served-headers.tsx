"use client";

import { useEffect, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { headersCommand, type Served, servedFault } from "./served.ts";

type Words = Record<
  "waiting" | "noScript" | "fine" | "frameOptions" | "ancestors" | "failed" | "copy" | "copied",
  string
>;

/** Reads the headers in the browser, behind the proxy, to find headers that were added on the way. */
export function ServedHeaders({ address, words }: { address: string; words: Words }) {
  const [served, setServed] = useState<Served>("waiting");

  useEffect(() => {
    let isOver = false;
    const report = (found: Served) => {
      if (!isOver) setServed(found);
    };
    fetch(address, { cache: "no-store" }).then(
      ({ headers }) => report(servedFault(headers)),
      () => report("failed"),
    );
    return () => {
      isOver = true;
    };
  }, [address]);

  const fault = typeof served === "string" ? served : "frameOptions";
  const value = typeof served === "string" ? "" : served.frameOptions;
  return (
    <div className="grid gap-3">
      <noscript>
        <p>{words.noScript}</p>
      </noscript>
      <div role="status" className="needs-script">
        {fault === "waiting" ? (
          <p className="text-muted">{words.waiting}</p>
        ) : (
          <Banner tone={TONES[fault]}>
            <p>{words[fault].replace("{value}", value)}</p>
          </Banner>
        )}
      </div>
      <CodeBlock code={headersCommand(address)} copy={words.copy} copied={words.copied} />
    </div>
  );
}

const TONES = {
  fine: "positive",
  frameOptions: "negative",
  ancestors: "negative",
  failed: "warning",
} as const;
