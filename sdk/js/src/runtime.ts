/** The parts of a `fetch` response that the SDK reads. */
export type FetchAnswer = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** The parts of `fetch` that the SDK uses. Every platform's `fetch` fits. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body: string;
    // The platforms' signal types don't fit each other.
    signal?: never;
  },
) => Promise<FetchAnswer>;

/** An abort signal, as an `AbortController` creates it. */
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

/** Read on each use. */
export function runtime(): Runtime {
  return globalThis as unknown as Runtime;
}

/** `undefined` without secure random numbers. */
export function randomKey(): string | undefined {
  const { crypto } = runtime();
  if (crypto?.randomUUID) return crypto.randomUUID();
  // With `Math.random`, two apps could share a key and get each other's transaction.
  if (!crypto?.getRandomValues) return undefined;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
