import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The server assumes yes, as for nearly all browsers, so that the layout does not shift. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(never, browserSupportsWebAuthn, () => true);
}
