import type { Launcher } from "./launcher.ts";
import { isReturnOf } from "./outcome.ts";
import { ownScheme, schemeOf } from "./url-scheme.ts";

/** What `react-native-webview` asks before it loads an address. `isTopFrame` is told on iOS only. */
export type LoadRequest = { url: string; isTopFrame?: boolean };

/** Props for the `WebView` of `react-native-webview`. */
export type WebViewPaymentProps = {
  source: { uri: string };
  originWhitelist: string[];
  onShouldStartLoadWithRequest: (request: LoadRequest) => boolean;
  setSupportMultipleWindows: boolean;
  sharedCookiesEnabled: boolean;
  javaScriptEnabled: boolean;
  domStorageEnabled: boolean;
  allowFileAccess: boolean;
  allowsBackForwardNavigationGestures: boolean;
  mixedContentMode: "never";
};

/** How a payment in a `WebView` reaches the app around it. */
export type WebViewPaymentOptions = {
  /** The app's scheme, or an address under it. */
  urlScheme?: string | undefined;
  /** The transaction that is paid: an address about another one does not end the payment. */
  transactionId?: string | undefined;
  /** Opens a bank's app: `(url) => Linking.openURL(url)`. When no app answers, the bank's web page stays. */
  openExternally: (url: string) => unknown;
  /** Told once: the address the payment has led back to. */
  onReturn: (address: string) => void;
};

// They reach into the app or past it: files, scripts, any component of any Android app.
const BLOCKED = new Set(
  "javascript data vbscript blob file filesystem content about intent android-app view-source ws wss".split(
    " ",
  ),
);

/**
 * Props of a `WebView` that shows the payment at `url`. The pages of the payment and of banks load in it; the app's own
 * scheme ends it; other schemes are bank apps and go to `openExternally`; scripts, files and `intent:` go nowhere.
 */
export function createWebViewPayment(
  url: string,
  { urlScheme, transactionId, openExternally, onReturn }: WebViewPaymentOptions,
): WebViewPaymentProps {
  const own = urlScheme === undefined ? undefined : ownScheme(urlScheme);
  let hasReturned = false;

  function shouldLoad(request: LoadRequest): boolean {
    const scheme = schemeOf(request.url);
    if (scheme === "https" || scheme === "http" || request.url === "about:blank") return true;
    // A frame inside the page is not what the user follows.
    if (scheme === undefined || request.isTopFrame === false) return false;
    if (scheme === own) {
      if (hasReturned || !isReturnOf(request.url, { urlScheme, transactionId })) return false;
      hasReturned = true;
      onReturn(request.url);
    } else if (!BLOCKED.has(scheme)) {
      Promise.resolve()
        .then(() => openExternally(request.url))
        .catch(() => undefined);
    }
    return false;
  }

  return {
    source: { uri: url },
    // With the default list the WebView opens other schemes by itself and never asks: the way back would be lost.
    originWhitelist: ["*"],
    onShouldStartLoadWithRequest: shouldLoad,
    // Otherwise a bank's link to a new window does nothing on Android.
    setSupportMultipleWindows: false,
    sharedCookiesEnabled: true,
    javaScriptEnabled: true,
    domStorageEnabled: true,
    allowFileAccess: false,
    allowsBackForwardNavigationGestures: true,
    mixedContentMode: "never",
  };
}

/** A payment that the app has to show: `props` for its `WebView`, `close` for the cross above it. */
export type PresentedPayment = { props: WebViewPaymentProps; close: () => void };

/**
 * Shows the payment in the app's own `WebView`. `present` is called with what to show, and with `undefined` when there
 * is nothing to show any more; it usually is the setter of a state.
 */
export function createWebViewLauncher({
  present,
  openExternally,
}: {
  present: (payment: PresentedPayment | undefined) => void;
  openExternally: (url: string) => unknown;
}): Launcher {
  return {
    async open(url, { urlScheme, transactionId, signal }) {
      if (signal?.aborted) return undefined;
      let giveUp = () => {};
      try {
        return await new Promise<string | undefined>((resolve) => {
          giveUp = () => resolve(undefined);
          signal?.addEventListener("abort", giveUp);
          const options = { urlScheme, transactionId, openExternally, onReturn: resolve };
          const props = createWebViewPayment(url, options);
          present({ props, close: giveUp });
        });
      } finally {
        signal?.removeEventListener("abort", giveUp);
        present(undefined);
      }
    },
  };
}
