/** The part of a `fetch` answer that is read. */
export type FetchAnswer = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** The part of `fetch` that is used: every platform's own fits. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body: string;
    // The platforms' own types of a signal don't fit each other.
    signal?: never;
  },
) => Promise<FetchAnswer>;

/** A signal to give up, as `AbortController` makes them. */
export type Signal = {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
};

type Runtime = {
  fetch: Fetch;
  AbortController: new () => { readonly signal: never; abort(): void };
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
  crypto?: { randomUUID?(): string; getRandomValues?(bytes: Uint8Array): Uint8Array };
};

/** The globals every platform has; without this package asking for the types of one. Read at each use. */
export function runtime(): Runtime {
  return globalThis as unknown as Runtime;
}

/** A random UUID or as good; `undefined` on a platform without secure random numbers. */
export function randomKey(): string | undefined {
  const { crypto } = runtime();
  if (crypto?.randomUUID) return crypto.randomUUID();
  // Two apps with the same key would get each other's transaction: better none than one from `Math.random`.
  if (!crypto?.getRandomValues) return undefined;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
