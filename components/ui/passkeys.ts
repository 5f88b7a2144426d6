export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/** Whether the user closed the browser's dialog or it timed out: browsers don't report which. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}
