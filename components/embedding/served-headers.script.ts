import type { Run } from "#components/ui/page-element.script.ts";
import { type Served, servedFault } from "./served.ts";

export type ServedHeadersProps = { address: string };

/** Reads the headers in the browser, behind the proxy, to find headers that were added on the way. */
export const runServedHeaders: Run<ServedHeadersProps> = (element, signal) => {
  const show = (served: Served) => {
    const fault = typeof served === "string" ? served : "frameOptions";
    const value = typeof served === "string" ? "" : served.frameOptions;
    const template = element.querySelector<HTMLTemplateElement>(`template[data-fault=${fault}]`);
    if (signal.aborted || !template) return;
    const banner = template.content.cloneNode(true) as DocumentFragment;
    const words = banner.querySelector("p");
    if (words) words.textContent = (words.textContent ?? "").replace("{value}", value);
    element.querySelector("[role=status]")?.replaceChildren(banner);
  };
  fetch(element.props.address, { cache: "no-store", signal }).then(
    ({ headers }) => show(servedFault(headers)),
    () => show("failed"),
  );
};
