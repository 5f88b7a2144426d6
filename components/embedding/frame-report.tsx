import { PageElement } from "#components/ui/page-element.tsx";
import type { FrameReportProps } from "./frame-report.script.ts";
import { embedCheckPath } from "./links.ts";

type Words = Record<
  "topLevel" | "scripts" | "opaque" | "ownOrigin" | "around" | "aroundUnknown" | "check",
  string
>;

/** Empty before scripts run. */
export function FrameReport({ reference, words }: { reference: string; words: Words }) {
  return (
    <PageElement<FrameReportProps>
      name="page-frame-report"
      props={{ reference, around: words.around }}
      className="contents"
    >
      <template>
        <p data-if="top">{words.topLevel}</p>
        <ul data-if="framed" role="status" className="grid list-disc gap-2 ps-5">
          <li>{words.scripts}</li>
          <li data-if="opaque">{words.opaque}</li>
          <li data-if="own">{words.ownOrigin}</li>
          <li data-if="around" className="wrap-anywhere" />
          <li data-if="unknown" className="wrap-anywhere">
            {words.aroundUnknown}
          </li>
        </ul>
        <p data-if="framed" className="contents">
          <a href={embedCheckPath({ reference })} target="_blank" rel="noopener" className="link">
            {words.check}
          </a>
        </p>
      </template>
    </PageElement>
  );
}
