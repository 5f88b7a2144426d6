import type { Run } from "./page-element.script.ts";

/** `version` starts the time again. */
export type LaterProps = { seconds: number; version: string };

export const runLater: Run<LaterProps> = (element, signal) => {
  const timer = setTimeout(() => {
    const template = element.querySelector("template");
    if (template) element.replaceChildren(template.content.cloneNode(true));
  }, element.props.seconds * 1000);
  signal.addEventListener("abort", () => clearTimeout(timer));
};
