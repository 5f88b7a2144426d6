import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether this browser can have passkeys; the server's page assumes that it can, as nearly all do, so that nothing moves. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(never, browserSupportsWebAuthn, () => true);
}
