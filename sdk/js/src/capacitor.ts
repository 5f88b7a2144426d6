import type { Launcher, OpenOptions } from "./launcher.ts";
import { isReturnOf } from "./outcome.ts";
import { runtime } from "./runtime.ts";

type Handle = { remove(): unknown };

/** The parts of `@capacitor/browser` that the launcher uses. */
export type CapacitorBrowser = {
  open(options: { url: string }): Promise<unknown>;
  close(): Promise<unknown>;
  addListener(event: "browserFinished", listener: () => void): Promise<Handle>;
};

/** The parts of `@capacitor/app` that the launcher uses. */
export type CapacitorApp = {
  addListener(event: "appUrlOpen", listener: (event: { url: string }) => void): Promise<Handle>;
  addListener(
    event: "appStateChange",
    listener: (state: { isActive: boolean }) => void,
  ): Promise<Handle>;
};

const RETURN_CHANCE_MS = 1_500;

/**
 * Shows the payment in Capacitor's in-app browser. The return link needs `@capacitor/app` and the app's scheme in the
 * native projects. `returnChanceMs`: how long to wait for a return after the browser closes (default: 1 500).
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
        // Rejects if the browser is closed already, or can't be closed.
        await Browser.close().catch(() => undefined);
      }
    },
  };
}

/** Android reports a closed browser whenever its tab is hidden, also for the bank's app, and before the return address. */
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

// Many phones' web views lack `Promise.withResolvers`.
function createPromise() {
  let resolve: (address: string | undefined) => void = () => undefined;
  const promise = new Promise<string | undefined>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
