import type { Launcher, OpenOptions } from "./launcher.ts";
import { isReturnOf } from "./outcome.ts";
import { runtime } from "./runtime.ts";

type Handle = { remove(): unknown };

/** What is used of `@capacitor/browser`. */
export type CapacitorBrowser = {
  open(options: { url: string }): Promise<unknown>;
  close(): Promise<unknown>;
  addListener(event: "browserFinished", listener: () => void): Promise<Handle>;
};

/** What is used of `@capacitor/app`. */
export type CapacitorApp = {
  addListener(event: "appUrlOpen", listener: (event: { url: string }) => void): Promise<Handle>;
  addListener(
    event: "appStateChange",
    listener: (state: { isActive: boolean }) => void,
  ): Promise<Handle>;
};

const RETURN_CHANCE_MS = 1_500;

/**
 * Shows the payment in Capacitor's in-app browser. The way back needs `@capacitor/app` and the app's scheme in the native
 * projects. `returnChanceMs`: how long a return may come after the browser has gone (1 500 ms).
 */
export function createCapacitorLauncher({
  Browser,
  App,
  returnChanceMs = RETURN_CHANCE_MS,
}: {
  Browser: CapacitorBrowser;
  App: CapacitorApp;
  returnChanceMs?: number;
}): Launcher {
  return {
    async open(url, options) {
      if (options.signal?.aborted) return undefined;
      const wait = createWait(options, returnChanceMs);
      const handles: Handle[] = [];
      try {
        handles.push(await App.addListener("appUrlOpen", (event) => wait.onAddress(event.url)));
        handles.push(
          await App.addListener("appStateChange", ({ isActive }) => wait.onActive(isActive)),
        );
        handles.push(await Browser.addListener("browserFinished", wait.onFinished));
        await Browser.open({ url });
        return await wait.address;
      } finally {
        wait.end();
        for (const handle of handles) await handle.remove();
        // Where the browser has closed by itself, or can't be closed from the app, this rejects.
        await Browser.close().catch(() => undefined);
      }
    },
  };
}

/**
 * Waits for the first of: an address of the app's, the app in front for a while with the browser gone, a given-up
 * signal. Android tells of a finished browser whenever its tab is hidden, so also when the bank's app comes to the
 * front; and it tells so before the address that the app was called back with.
 */
function createWait({ urlScheme, transactionId, signal }: OpenOptions, returnChanceMs: number) {
  const { setTimeout, clearTimeout } = runtime();
  const { promise, resolve } = createPromise();
  let timer: unknown;
  let isFinished = false;
  let isActive = true;
  const stopTimer = () => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  };
  const giveUpSoon = () => {
    stopTimer();
    if (isFinished && isActive) timer = setTimeout(() => resolve(undefined), returnChanceMs);
  };
  const giveUp = () => resolve(undefined);
  signal?.addEventListener("abort", giveUp);
  return {
    address: promise,
    onAddress(address: string): void {
      if (isReturnOf(address, { urlScheme, transactionId })) resolve(address);
    },
    onActive(active: boolean): void {
      isActive = active;
      giveUpSoon();
    },
    onFinished(): void {
      isFinished = true;
      giveUpSoon();
    },
    end(): void {
      stopTimer();
      signal?.removeEventListener("abort", giveUp);
    },
  };
}

// `Promise.withResolvers` is younger than the web views of many phones.
function createPromise() {
  let resolve: (address: string | undefined) => void = () => undefined;
  const promise = new Promise<string | undefined>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
