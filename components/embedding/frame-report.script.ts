import type { Run } from "#components/ui/page-element.script.ts";
import { embedCheckPath } from "./links.ts";

export type FrameReportProps = { reference: string; around: string };

/** Shows the template's parts that are true. */
export const runFrameReport: Run<FrameReportProps> = (element) => {
  const { reference, around } = element.props;
  const template = element.querySelector("template");
  if (!template) return;
  const report = template.content.cloneNode(true) as DocumentFragment;
  const origins = ancestors();
  const [nearest = ""] = origins;
  const isOpaque = window.origin === "null";
  const facts = {
    framed: window.parent !== window,
    top: window.parent === window,
    opaque: isOpaque,
    own: !isOpaque,
    around: nearest !== "",
    unknown: nearest === "",
  };
  for (const part of report.querySelectorAll<HTMLElement>("[data-if]")) {
    const name = part.dataset["if"] as keyof typeof facts;
    if (!facts[name]) part.remove();
    else if (name === "around") part.textContent = around.replace("{origins}", origins.join(", "));
  }
  report.querySelector("a")?.setAttribute("href", embedCheckPath({ reference, origin: nearest }));
  template.replaceWith(report);
};

function ancestors(): string[] {
  const known = [...(window.location.ancestorOrigins ?? [])];
  const referrer = URL.canParse(document.referrer) ? [new URL(document.referrer).origin] : [];
  // Firefox has no `ancestorOrigins`; the referrer is the nearest ancestor.
  return known.length > 0 ? known : referrer;
}
