/** The ending a state stands for; whatever is not a word of its own is a failure. */
export function endOf(state: string): "cancelled" | "expired" | "superseded" | "failed" {
  return state === "cancelled" || state === "expired" || state === "superseded" ? state : "failed";
}
