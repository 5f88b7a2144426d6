import type { Run } from "./page-element.script.ts";
import { afterClick } from "./press.script.ts";

/** `version` starts the time again. */
export type LaterProps = { seconds: number; version: string };

export const runLater: Run<LaterProps> = (element, signal) => {
  const show = () => {
    const template = element.querySelector("template");
    if (template && !signal.aborted) element.replaceChildren(template.content.cloneNode(true));
  };
  const timer = setTimeout(() => afterClick(show), element.props.seconds * 1000);
  signal.addEventListener("abort", () => clearTimeout(timer));
};
