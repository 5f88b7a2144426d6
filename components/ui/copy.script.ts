import type { Run } from "./page-element.script.ts";

export type CopyProps = { text: string; copied: string };

/** The template holds what the button shows once the text is copied. */
export const runCopy: Run<CopyProps> = (element, signal) => {
  const { text, copied } = element.props;
  const button = element.querySelector("button");
  const template = element.querySelector("template");
  const show = () => {
    if (template) button?.replaceChildren(template.content.cloneNode(true));
    element.querySelector("[role=status]")?.replaceChildren(copied);
  };
  const copy = () => void navigator.clipboard.writeText(text).then(show, () => undefined);
  button?.addEventListener("click", copy, { signal });
};
