export function endOf(state: string): "cancelled" | "expired" | "superseded" | "failed" {
  return state === "cancelled" || state === "expired" || state === "superseded" ? state : "failed";
}
