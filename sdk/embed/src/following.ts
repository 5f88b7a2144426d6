import type { FrameMessage } from "./messages.ts";

/** What is known of the checkout in the frame. */
export type Following = {
  page: number;
  /** Numbers of all that was heard of this document. */
  heard: number[];
  /** Number of the `state` or `outcome` that counts: older ones say nothing of now. */
  at: number;
  /** The document has named the payment that the frame was made for. */
  isOurs: boolean;
  /** Whether the shopper may go away now. Not from the bank's approval until the outcome is known. */
  closable: boolean;
  state: string;
  /** Why they may not, in words. */
  wait: string;
};

/** Before anything was heard. */
export const UNHEARD: Following = {
  page: -1,
  heard: [],
  at: -1,
  isOurs: false,
  closable: true,
  state: "",
  wait: "",
};

/** What counts of `known` once the document may be another: nothing, but what was heard is no news. */
export function doubt({ page, heard }: Following): Following {
  return { ...UNHEARD, page, heard };
}

/**
 * What is known after a message, which is news unless it was heard before or a later state is known; messages come in any
 * order where the frame tells all again. `undefined` if it isn't of the payment `reference`.
 */
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

/** The frame's height in CSS pixels: what the page asks for, but never less than was reserved, so that nothing jumps up. */
export function frameHeight(asked: number, reserved: number): number {
  return Math.round(Math.max(reserved, Math.min(asked, MAX_HEIGHT)));
}
