import type { Launcher } from "./launcher.ts";
import { navigationOf } from "./navigation.ts";

/** The argument of `onShouldStartLoadWithRequest` in `react-native-webview`. Only iOS sets `isTopFrame`. */
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

/** Options of {@link createWebViewPayment}. */
export type WebViewPaymentOptions = {
  /** The app's scheme, or an address under it. */
  urlScheme?: string | undefined;
  /** The transaction to pay. Return addresses of other transactions don't end the payment. */
  transactionId?: string | undefined;
  /** Opens a bank's app: `(url) => Linking.openURL(url)`. If no app opens, the bank's web page stays. */
  openExternally: (url: string) => unknown;
  /** Called once, with the return address. */
  onReturn: (address: string) => void;
};

/**
 * Creates the props of a `WebView` that shows the payment at `url`. Web pages load. The app's own scheme ends the payment.
 * Other schemes are bank apps and go to `openExternally`. Scripts, files and `intent:` are blocked.
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
    // With the default list, the WebView opens other schemes without a call, and the return is lost.
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

/** A payment for the app to show: `props` for its `WebView`, `close` for its close button. */
export type PresentedPayment = { props: WebViewPaymentProps; close: () => void };

/**
 * Shows the payment in the app's own `WebView`. Calls `present` with the payment to show, and with `undefined` at the end;
 * `present` is usually a state setter. `openExternally` opens a bank's app.
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
