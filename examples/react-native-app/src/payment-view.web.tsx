import { createBrowserLauncher } from "@bankside/js/browser";
import { type ReactElement, useMemo } from "react";

/** A browser shows the payment in a window. Metro takes this file for the web. */
export function usePaymentView() {
  const launcher = useMemo(() => createBrowserLauncher(), []);
  const view: ReactElement | undefined = undefined;
  return { launcher, view };
}
