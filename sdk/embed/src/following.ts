import type { FrameMessage } from "./messages.ts";

/** What is known of the checkout in the frame. */
export type Following = {
  page: number;
  seq: number;
  isReady: boolean;
  /** Whether the shopper may go away now. Not from the bank's approval until the outcome is known. */
  closable: boolean;
  state: string;
};

/** Before anything was heard. */
export const UNHEARD: Following = { page: -1, seq: -1, isReady: false, closable: true, state: "" };

/** What is known after a message; `undefined` if it was heard before, as happens when the frame tells all again. */
export function hear(known: Following, { page, seq, news }: FrameMessage): Following | undefined {
  if (page === known.page && seq <= known.seq) return undefined;
  const next = { ...known, page, seq };
  if (news.type === "ready") next.isReady = true;
  if (news.type === "state") Object.assign(next, { state: news.state, closable: news.closable });
  if (news.type === "outcome") next.closable = true;
  return next;
}

const MAX_HEIGHT = 4000;

/** The frame's height in CSS pixels: what the page asks for, but never less than was reserved, so that nothing jumps up. */
export function frameHeight(asked: number, reserved: number): number {
  return Math.round(Math.max(reserved, Math.min(asked, MAX_HEIGHT)));
}
