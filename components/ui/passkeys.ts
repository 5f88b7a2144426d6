import { useSyncExternalStore } from "react";

const never = () => () => {};
const hasPasskeys = () => typeof window.PublicKeyCredential === "function";

/** The server assumes yes, as for nearly all browsers, so that the layout does not shift. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(never, hasPasskeys, () => true);
}

/** `false` until scripts run. A form that only they can send must not be sent before: its fields would be in the address. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether the user closed the browser's dialog or it timed out: browsers don't report which. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}
