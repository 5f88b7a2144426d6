import type { FrameMessage } from "./messages.ts";

export type Following = {
  page: number;
  /** Numbers received from this document. */
  heard: number[];
  /** Number of the latest `state` or `outcome`. */
  at: number;
  /** The document has named the frame's payment. */
  isOurs: boolean;
  /** False from the bank's approval until the outcome. */
  closable: boolean;
  state: string;
  /** Explains why the shopper can't leave. */
  wait: string;
};

export const UNHEARD: Following = {
  page: -1,
  heard: [],
  at: -1,
  isOurs: false,
  closable: true,
  state: "",
  wait: "",
};

/** After a load the document may be another. */
export function doubt({ page, heard }: Following): Following {
  return { ...UNHEARD, page, heard };
}

/** Repeated messages come in any order. `isNews`: new and not outdated. `undefined` for another payment. */
export function hear(
  known: Following,
  { page, seq, news }: FrameMessage,
  reference: string | null,
): { known: Following; isNews: boolean } | undefined {
  const now = page === known.page ? known : { ...UNHEARD, page };
  if ("reference" in news ? news.reference !== reference : !now.isOurs) return undefined;
  const isNews = !now.heard.includes(seq);
  const next = { ...now, isOurs: true };
  if (isNews) next.heard = [...now.heard, seq];
  if (news.type !== "state" && news.type !== "outcome") return { known: next, isNews };
  if (seq <= now.at) return { known: next, isNews: isNews && news.type === "outcome" };
  const { state = "", closable = true, wait = "" } = news.type === "state" ? news : {};
  return { known: { ...next, at: seq, state, closable, wait }, isNews };
}

const MAX_HEIGHT = 4000;

/** In CSS pixels. At least `reserved`, so that the page does not jump. */
export function frameHeight(asked: number, reserved: number): number {
  return Math.round(Math.max(reserved, Math.min(asked, MAX_HEIGHT)));
}
