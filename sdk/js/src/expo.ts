import type { Launcher } from "./launcher.ts";
import { schemeOf } from "./url-scheme.ts";

/** What is used of the module `expo-web-browser`. */
export type ExpoWebBrowser = {
  openAuthSessionAsync(
    url: string,
    redirectUrl: string | null,
    options?: { preferEphemeralSession?: boolean; showInRecents?: boolean },
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
      let giveUp = () => {};
      const givenUp = new Promise<{ type: string; url?: string }>((resolve) => {
        giveUp = () => {
          resolve({ type: "dismiss" });
          dismiss(webBrowser);
        };
      });
      signal?.addEventListener("abort", giveUp);
      try {
        const session = webBrowser.openAuthSessionAsync(
          url,
          urlScheme === undefined ? null : returnPrefix(urlScheme),
          {
            // Otherwise Android closes the tab as soon as the bank's app comes to the front.
            showInRecents: true,
            ...(preferEphemeralSession !== undefined && { preferEphemeralSession }),
          },
        );
        const result = await Promise.race([session, givenUp]);
        if (result.type === "locked") throw new Error("another browser session is open already");
        // `cancel`, `dismiss`: the sheet is gone, which it also is after a switch to the bank's app.
        return result.type === "success" ? result.url : undefined;
      } finally {
        signal?.removeEventListener("abort", giveUp);
      }
    },
  };
}

// A custom tab of Android can't be closed from the app, and says so by throwing: it stays, and is not waited for.
function dismiss(webBrowser: ExpoWebBrowser): void {
  try {
    webBrowser.dismissAuthSession?.();
  } catch {}
}

// Android compares the beginning of the address that came back, and iOS its scheme: no more than the scheme is surely there.
function returnPrefix(urlScheme: string): string {
  return `${schemeOf(urlScheme) ?? urlScheme}:`;
}
