import { localTime, utcTime } from "#lib/platform/i18n/exact-time.ts";
import type { Run } from "./page-element.script.ts";

export type TimeProps = {
  /** ISO 8601. */
  at: string;
  /** Shown instead, such as "3 minutes ago". */
  ago?: string | undefined;
};

export const runTime: Run<TimeProps> = (element) => {
  const { at, ago } = element.props;
  const moment = new Date(at);
  const [exact, inUtc] = [localTime(moment), utcTime(moment)];
  if (ago === undefined) setTime(element, exact);
  else element.querySelector(".sr-only")?.replaceChildren(exact);
  const time = element.querySelector("time");
  time?.setAttribute("datetime", at);
  time?.setAttribute("data-hint", ago === undefined ? inUtc : `${exact} · ${inUtc}`);
};

/** Aligned text of another length starts elsewhere. A new element avoids a layout shift. */
export function setTime(element: Element, words: string): void {
  const time = element.querySelector("time");
  if (!time || time.textContent === words) return;
  if (time.textContent?.length === words.length) {
    time.textContent = words;
    return;
  }
  const other = time.cloneNode();
  other.textContent = words;
  time.replaceWith(other);
}
