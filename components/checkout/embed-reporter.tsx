import { PageElement } from "#components/ui/page-element.tsx";
import type { EmbedReporterProps } from "./embed-reporter.script.ts";

/** Reports to the embedding page. */
export function EmbedReporter(props: EmbedReporterProps) {
  return <PageElement<EmbedReporterProps> name="page-embed-reporter" props={props} />;
}
