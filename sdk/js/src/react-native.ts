import type { Launcher } from "./launcher.ts";
import { navigationOf } from "./navigation.ts";

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

/**
 * Props of a `WebView` that shows the payment at `url`. The pages of the payment and of banks load in it; the app's own
 * scheme ends it; other schemes are bank apps and go to `openExternally`; scripts, files and `intent:` go nowhere.
 */
export function createWebViewPayment(
  url: string,
  { urlScheme, transactionId, openExternally, onReturn }: WebViewPaymentOptions,
): WebViewPaymentProps {
  let hasReturned = false;

  function shouldLoad(request: LoadRequest): boolean {
    const isMainFrame = request.isTopFrame !== false;
    const navigation = navigationOf(request.url, { urlScheme, transactionId, isMainFrame });
    if (navigation === "return" && !hasReturned) {
      hasReturned = true;
      onReturn(request.url);
    }
    if (navigation === "open") {
      Promise.resolve()
        .then(() => openExternally(request.url))
        .catch(() => undefined);
    }
    return navigation === "load";
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
