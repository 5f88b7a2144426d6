import { z } from "zod";
import { dayOf } from "#lib/platform/values/local-day.ts";

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );

/** ISO 8601, only 1970 to 2999. */
export function readDay(text: string): string | undefined {
  const isDay = z.iso.date().safeParse(text).success && text >= "1970" && text < "3000";
  return isDay ? text : undefined;
}

/** `2026-11-22`, `22.11.2026`, `22 Nov`, `Nov 22, 2026`, `today`, `yesterday`. Without a year, the last one. */
export function readTypedDay(text: string, now: Date, zone: string): string | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === "today") return dayOf(now, zone);
  if (typed === "yesterday") return dayOf(new Date(now.getTime() - 86_400_000), zone);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(typed);
  if (dotted) return toDay(dotted[3], dotted[2], dotted[1]);
  const named =
    /^(?<day>\d{1,2})\.?\s+(?<month>\p{L}{3,9})\.?,?(?:\s+(?<year>\d{4}))?$/u.exec(typed)?.groups ??
    /^(?<month>\p{L}{3,9})\.?\s+(?<day>\d{1,2})(?:,?\s+(?<year>\d{4}))?$/u.exec(typed)?.groups;
  return named ? ofMonth(named, dayOf(now, zone)) : readDay(typed);
}

type Named = { day?: string; month?: string; year?: string };

function ofMonth({ day, month = "", year }: Named, today: string): string | undefined {
  const number = MONTHS.findIndex((each) => each.startsWith(month)) + 1;
  if (number === 0) return undefined;
  if (year !== undefined) return toDay(year, String(number), day);
  const thisYear = Number(today.slice(0, 4));
  // Also for the 29th of February.
  const years = Array.from({ length: 9 }, (_, back) => String(thisYear - back));
  const days = years.map((each) => toDay(each, String(number), day));
  return days.find((each) => each !== undefined && each <= today);
}

function toDay(year = "", month = "", day = ""): string | undefined {
  return readDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}
