import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether this browser can have passkeys; the server's page assumes that it can't. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(never, browserSupportsWebAuthn, () => false);
}
