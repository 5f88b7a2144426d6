import { BanksideError } from "./bankside-error.ts";
import type { Launcher, OpenOptions, PreparedView } from "./launcher.ts";
import { isReturnOf } from "./outcome.ts";
import { ownScheme, schemeOf } from "./url-scheme.ts";

type Popup = {
  opener: unknown;
  readonly closed: boolean;
  location: { replace(url: string): void };
  close(): void;
};
type Message = { data: unknown };
type Channel = {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: Message) => void): void;
  close(): void;
};

/** The parts of a browser's `window` that the launcher uses. */
export type BrowserWindow = {
  open(url: string, target: string, features: string): Popup | null;
  readonly location: { readonly origin: string };
  readonly navigator: { registerProtocolHandler?(scheme: string, url: string): void };
  readonly BroadcastChannel: new (name: string) => Channel;
};

const CHANNEL = "bankside-return";
const PARAMETER = "address";
const FEATURES = "popup,width=440,height=800";

/**
 * Shows the payment in a new window, for apps that are web pages. Call `initiatePayment` directly from a click: the window
 * opens before the first await.
 *
 * The payment returns through a `web+…` scheme: call {@link registerReturn} once, and {@link handBack} on the page at
 * `returnPath`. The payment pages isolate their window (`Cross-Origin-Opener-Policy`), so the launcher can't detect a
 * closed window: pass a `signal` to `initiatePayment` and offer an "I'm back" button.
 * @throws {@link BanksideError} `popup_blocked`, from `prepare`, if the browser opens no window.
 */
export function createBrowserLauncher({
  window = ownWindow(),
}: {
  window?: BrowserWindow;
} = {}): Launcher {
  const prepare = (): PreparedView => {
    const popup = window.open("about:blank", "_blank", FEATURES);
    if (!popup) throw new BanksideError("popup_blocked", "The browser blocked the window");
    return {
      open(url, options) {
        // A later close can't be detected.
        if (options.signal?.aborted || popup.closed) {
          popup.close();
          return Promise.resolve(undefined);
        }
        const address = waitForReturn(window, options);
        // Pages in the popup can't navigate this page.
        popup.opener = null;
        popup.location.replace(url);
        return address;
      },
      discard: () => popup.close(),
    };
  };
  return { prepare, open: async (url, options) => prepare().open(url, options) };
}

/**
 * Registers the page at `returnPath`, an absolute path of this site, for addresses of `urlScheme` (`web+` and lower-case
 * letters). Browsers ask the user. Returns false if the browser can't register it. Call it before `initiatePayment`: once
 * the page has opened a window, the browser's question no longer appears.
 */
export function registerReturn(
  urlScheme: string,
  returnPath: string,
  window: BrowserWindow = ownWindow(),
): boolean {
  const { navigator, location } = window;
  const scheme = ownScheme(urlScheme);
  if (!navigator.registerProtocolHandler || !/^web\+[a-z]+$/.test(scheme)) return false;
  try {
    const address = `${location.origin}${returnPath}?${PARAMETER}=%s`;
    navigator.registerProtocolHandler(scheme, address);
    return true;
  } catch {
    return false;
  }
}

/**
 * Call it on the page at `returnPath`, with `location.search` as `query`. Passes the return address to the waiting page.
 * Returns false if `query` contains none.
 */
export function handBack(query: string, window: BrowserWindow = ownWindow()): boolean {
  const address = returnedAddress(query);
  if (address === undefined) return false;
  const channel = new window.BroadcastChannel(CHANNEL);
  channel.postMessage(address);
  channel.close();
  return true;
}

function returnedAddress(query: string): string | undefined {
  const pairs = query.replace(/^\?/, "").split("&");
  const values = pairs.filter((pair) => pair.startsWith(`${PARAMETER}=`));
  if (values.length !== 1) return undefined;
  try {
    const address = decodeURIComponent(values[0]?.slice(PARAMETER.length + 1) ?? "");
    return schemeOf(address)?.startsWith("web+") ? address : undefined;
  } catch {
    return undefined;
  }
}

function waitForReturn(window: BrowserWindow, options: OpenOptions): Promise<string | undefined> {
  const { signal } = options;
  const channel = new window.BroadcastChannel(CHANNEL);
  let giveUp = () => {};
  const address = new Promise<string | undefined>((resolve) => {
    giveUp = () => resolve(undefined);
    signal?.addEventListener("abort", giveUp);
    channel.addEventListener("message", ({ data }) => {
      // Other tabs may wait for other payments.
      if (typeof data === "string" && isReturnOf(data, options)) resolve(data);
    });
  });
  return address.finally(() => {
    signal?.removeEventListener("abort", giveUp);
    channel.close();
  });
}

// An app's compiler may lack browser types.
function ownWindow(): BrowserWindow {
  return globalThis as unknown as BrowserWindow;
}
