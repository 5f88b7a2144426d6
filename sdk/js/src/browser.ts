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

/** What is used of a browser's `window`. */
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
 * Shows the payment in a window of its own, for apps that are web pages. Call `initiatePayment` straight from a click:
 * the window opens before anything is awaited, and `prepare` throws {@link BanksideError} `popup_blocked` if it can't.
 *
 * The payment comes back through a `web+…` scheme: {@link registerReturn} once, and {@link handBack} on the page at
 * `returnPath`. The payment's pages cut the tie between windows (`Cross-Origin-Opener-Policy`), so a closed window can't be
 * noticed: pass a `signal` to `initiatePayment` and let the user say "I am back".
 */
export function createBrowserLauncher({
  window = ownWindow(),
}: {
  window?: BrowserWindow;
} = {}): Launcher {
  const prepare = (): PreparedView => {
    const popup = window.open("about:blank", "_blank", FEATURES);
    if (!popup) throw new BanksideError("popup_blocked", "The browser opened no window");
    return {
      open(url, options) {
        // Closed while the transaction was created: the last moment a closed window can be noticed.
        if (options.signal?.aborted || popup.closed) {
          popup.close();
          return Promise.resolve(undefined);
        }
        const address = waitForReturn(window, options);
        // The pages shown there can't lead this page elsewhere.
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
 * Asks the browser to lead addresses of `urlScheme` (`web+` and lower-case letters) to the page at `returnPath`, an absolute
 * path of this site. Browsers ask the user, and some can't at all: returns false there. Call it before `initiatePayment`,
 * for a page does not get the question through once it has opened a window.
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
 * On the page at `returnPath`: hands the address it was called with to the page that waits for it. False if it was called
 * with none. `query` is `location.search`.
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
      // Another tab of the app may wait for another payment: all of them hear of each.
      if (typeof data === "string" && isReturnOf(data, options)) resolve(data);
    });
  });
  return address.finally(() => {
    signal?.removeEventListener("abort", giveUp);
    channel.close();
  });
}

// An app's compiler need not know the types of a browser for this package's sake.
function ownWindow(): BrowserWindow {
  return globalThis as unknown as BrowserWindow;
}
