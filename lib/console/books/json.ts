import { addTo, type BookDay, type BookEntry, type BookTotal, sorted } from "./entry.ts";

export type PublicEntry = Omit<BookEntry, "at" | "fundsAt"> & {
  at: string;
  fundsAt: string | null;
};

export type PublicReport = Omit<BookDay, "from" | "to"> & {
  from: string;
  to: string;
  isComplete: boolean;
  entries: PublicEntry[];
  totals: BookTotal[];
};

/** The totals come last: they add up what was written before them. */
export async function* toJson(
  { date, timeZone, from, to }: BookDay,
  isComplete: boolean,
  parts: AsyncIterable<BookEntry[]>,
): AsyncGenerator<string, void> {
  const head = { date, timeZone, from: from.toISOString(), to: to.toISOString(), isComplete };
  let before = `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  const totals = new Map<string, BookTotal>();
  for await (const entries of parts) {
    for (const entry of entries) addTo(totals, { ...entry, count: 1 });
    yield before + entries.map((entry) => JSON.stringify(toPublicEntry(entry))).join(",");
    before = ",";
  }
  const isEmpty = before !== ",";
  yield `${isEmpty ? before : ""}],"totals":${JSON.stringify(sorted(totals))}}`;
}

function toPublicEntry({ at, fundsAt, ...entry }: BookEntry): PublicEntry {
  return { ...entry, at: at.toISOString(), fundsAt: fundsAt?.toISOString() ?? null };
}
