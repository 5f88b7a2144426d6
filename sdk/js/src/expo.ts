import type { Launcher } from "./launcher.ts";
import { schemeOf } from "./url-scheme.ts";

/** What is used of the module `expo-web-browser`. */
export type ExpoWebBrowser = {
  openAuthSessionAsync(
    url: string,
    redirectUrl: string | null,
    options?: { preferEphemeralSession?: boolean },
  ): Promise<{ type: string; url?: string }>;
  dismissAuthSession?(): void;
};

/**
 * Shows the payment with Expo's `WebBrowser`: a system sign-in sheet on iOS, a custom tab on Android.
 * `preferEphemeralSession` keeps it apart from Safari's cookies, so its user is asked nothing but is not remembered.
 * Rejects when another session is open already.
 */
export function createExpoLauncher(
  webBrowser: ExpoWebBrowser,
  { preferEphemeralSession }: { preferEphemeralSession?: boolean } = {},
): Launcher {
  return {
    async open(url, { urlScheme, signal }) {
      if (signal?.aborted) return undefined;
      const dismiss = () => webBrowser.dismissAuthSession?.();
      signal?.addEventListener("abort", dismiss);
      try {
        const result = await webBrowser.openAuthSessionAsync(
          url,
          urlScheme === undefined ? null : returnPrefix(urlScheme),
          preferEphemeralSession === undefined ? {} : { preferEphemeralSession },
        );
        if (result.type === "locked") throw new Error("another browser session is open already");
        // `cancel`, `dismiss`: the sheet is gone, which it also is after a switch to the bank's app.
        return result.type === "success" ? result.url : undefined;
      } finally {
        signal?.removeEventListener("abort", dismiss);
      }
    },
  };
}

// Android compares the beginning of the address that came back, and iOS its scheme: no more than the scheme is surely there.
function returnPrefix(urlScheme: string): string {
  return `${schemeOf(urlScheme) ?? urlScheme}:`;
}
