import type { Run } from "#components/ui/page-element.script.ts";
import { isModified } from "#components/ui/press.script.ts";
import { copyText, shareLink } from "./hand-on.ts";

export type HandOnProps = {
  link: string;
  /** Opens the share sheet with it; without a title the link is copied. */
  title?: string;
  doneText: string;
  failedText: string;
};

/** For a button, or a link that works without scripts. */
export const runHandOn: Run<HandOnProps> = (element, signal) => {
  const { link, title, doneText, failedText } = element.props;
  const message = element.querySelector("[role=status]");
  const act = async () => {
    const done = await (title === undefined ? copyText(link) : shareLink(addressOf(link), title));
    if (!message || done === "left") return;
    message.textContent = done === true || done === "copied" ? doneText : failedText;
  };
  element.querySelector("a, button")?.addEventListener(
    "click",
    (event) => {
      if (!(event instanceof MouseEvent) || isModified(event)) return;
      event.preventDefault();
      void act();
    },
    { signal },
  );
};

/** A link to share may be a path. The code's own link is in capital letters, which a URL would change. */
function addressOf(link: string): string {
  return link.startsWith("/") ? new URL(link, window.location.href).href : link;
}
