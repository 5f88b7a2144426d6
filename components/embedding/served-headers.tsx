import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import { headersCommand } from "./served.ts";
import type { ServedHeadersProps } from "./served-headers.script.ts";

type Words = Record<
  "waiting" | "noScript" | "fine" | "frameOptions" | "ancestors" | "failed" | "copy" | "copied",
  string
>;

export function ServedHeaders({ address, words }: { address: string; words: Words }) {
  return (
    <div className="grid gap-3">
      <noscript>
        <p>{words.noScript}</p>
      </noscript>
      <PageElement<ServedHeadersProps>
        name="page-served-headers"
        props={{ address }}
        className="needs-script block"
      >
        <div role="status">
          <p className="text-muted">{words.waiting}</p>
        </div>
        {FAULTS.map((fault) => (
          <template key={fault} data-fault={fault}>
            <Banner tone={TONES[fault]}>
              <p>{words[fault]}</p>
            </Banner>
          </template>
        ))}
      </PageElement>
      <CodeBlock code={headersCommand(address)} copy={words.copy} copied={words.copied} />
    </div>
  );
}

const FAULTS = ["fine", "frameOptions", "ancestors", "failed"] as const;

const TONES = {
  fine: "positive",
  frameOptions: "negative",
  ancestors: "negative",
  failed: "warning",
} as const;
