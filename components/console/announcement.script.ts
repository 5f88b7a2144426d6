import type { Run } from "#components/ui/page-element.script.ts";

export type AnnouncementProps = {
  text: string;
  /** Text and version change together; a new version is read out. */
  version: string;
};

const EARLIER = "data-earlier";

/** The first version is what the reader finds on the page. */
export const runAnnouncement: Run<AnnouncementProps> = (element) => {
  const { text, version } = element.props;
  const earlier = element.getAttribute(EARLIER);
  element.setAttribute(EARLIER, version);
  if (earlier === null || earlier === version) return;
  // A new element: unchanged text is not read out again.
  const words = document.createElement("span");
  words.textContent = text;
  element.replaceChildren(words);
};
