import type { Launcher } from "./launcher.ts";
import { schemeOf } from "./url-scheme.ts";

/** The parts of `expo-web-browser` that the launcher uses. */
export type ExpoWebBrowser = {
  openAuthSessionAsync(
    url: string,
    redirectUrl: string | null,
    options?: { preferEphemeralSession?: boolean; showInRecents?: boolean },
  ): Promise<{ type: string; url?: string }>;
  dismissAuthSession?(): void;
};

/**
 * Shows the payment with Expo's `WebBrowser`: a system sign-in sheet on iOS, a custom tab on Android. With
 * `preferEphemeralSession` the sheet does not share Safari's cookies: it asks the user nothing, but does not remember them.
 * Rejects if another session is open.
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
            // Otherwise Android closes the tab when the bank's app opens.
            showInRecents: true,
            ...(preferEphemeralSession !== undefined && { preferEphemeralSession }),
          },
        );
        const result = await Promise.race([session, givenUp]);
        if (result.type === "locked") throw new Error("another browser session is open already");
        // `cancel`, `dismiss`: the sheet closed, possibly by a switch to the bank's app.
        return result.type === "success" ? result.url : undefined;
      } finally {
        signal?.removeEventListener("abort", giveUp);
      }
    },
  };
}

// Throws for an Android custom tab, which the app can't close.
function dismiss(webBrowser: ExpoWebBrowser): void {
  try {
    webBrowser.dismissAuthSession?.();
  } catch {}
}

// Android compares the start of the return address, iOS its scheme.
function returnPrefix(urlScheme: string): string {
  return `${schemeOf(urlScheme) ?? urlScheme}:`;
}
