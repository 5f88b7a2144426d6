import type { Run } from "#components/ui/page-element.script.ts";
import { setTime } from "./set-time.ts";

export type LocalTimeProps = { at: string; language: string };

export const runLocalTime: Run<LocalTimeProps> = (element) => {
  const { at, language } = element.props;
  const format = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  setTime(element, format.format(new Date(at)));
};
