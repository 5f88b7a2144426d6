import { PageElement } from "#components/ui/page-element.tsx";
import type { WhenBackProps } from "./when-back.script.ts";

/**
 * Redirects when a payer who left by a link or form marked `data-leaves` returns. Never uses time: an app may open slowly, and a
 * payer who declines to open it is back at once.
 */
export function WhenBack(props: WhenBackProps) {
  return <PageElement<WhenBackProps> name="page-when-back" props={props} />;
}
