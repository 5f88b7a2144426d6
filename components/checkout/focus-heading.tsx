import { PageElement } from "#components/ui/page-element.tsx";
import type { FocusHeadingProps } from "./focus-heading.script.ts";

/** When the screen changes, its heading gets the focus, so that screen readers read it out, and the step moves in. */
export function FocusHeading(props: FocusHeadingProps) {
  return <PageElement<FocusHeadingProps> name="page-focus-heading" props={props} />;
}
