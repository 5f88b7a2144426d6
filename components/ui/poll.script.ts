import { afterClick } from "./press.script.ts";

type Poll<T> = {
  address: () => string;
  /** `undefined` for what it can't read. */
  parse: (body: unknown) => T | undefined;
  /** Returns the milliseconds until the next request; 0 waits until the reader is back. */
  onNews: (news: T) => number;
  /** Polling again is useless: signed out, no longer allowed, or gone. */
  onOver?: () => void;
};

const RETRY_MS = 2_000;

/** Polls while the page is visible, and retries failed requests. */
export function poll<T>({ address, parse, onNews, onOver }: Poll<T>, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;

  async function ask(): Promise<number> {
    const response = await fetch(address(), { cache: "no-store", signal });
    await new Promise<void>(afterClick);
    isOver = response.status >= 400 && response.status < 500 && response.status !== 429;
    if (isOver) onOver?.();
    if (!response.ok) return RETRY_MS;
    const news = parse(await response.json());
    return news === undefined ? RETRY_MS : onNews(news);
  }

  async function look(): Promise<void> {
    if (isAsking || isOver || signal.aborted || document.hidden) return;
    clearTimeout(timer);
    isAsking = true;
    const waitMs = await ask().catch(() => RETRY_MS);
    isAsking = false;
    if (waitMs > 0 && !isOver && !signal.aborted) timer = setTimeout(look, waitMs);
  }

  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("focus", look, { signal });
  window.addEventListener("online", look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  void look();
}
