"use client";

import useSWR from "swr";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { headersCommand, type Served, servedFault } from "./served.ts";

type Words = Record<
  "waiting" | "noScript" | "fine" | "frameOptions" | "ancestors" | "failed",
  string
>;

const TONES = {
  fine: "positive",
  frameOptions: "negative",
  ancestors: "negative",
  failed: "warning",
} as const;

/** Reads the headers in the browser, behind the proxy, to find headers that were added on the way. */
export function ServedHeaders({ address, words }: { address: string; words: Words }) {
  const { data, error } = useSWR<Served>(address, readFault, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const served = error ? "failed" : (data ?? "waiting");
  const fault = typeof served === "object" ? "frameOptions" : served;
  const value = typeof served === "object" ? served.frameOptions : "";
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
      <CodeBlock code={headersCommand(address)} />
    </div>
  );
}

async function readFault(address: string) {
  const { headers } = await fetch(address, { cache: "no-store" });
  return servedFault(headers);
}
