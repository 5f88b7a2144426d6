import useSWR from "swr";

type Heard<T> = {
  data: T | undefined;
  /** Polling again is useless. */
  isOver: boolean;
};

const RETRY_MS = 2_000;

/**
 * Polls `address` every `everyMs` (0 stops) while the page is visible, and retries failed requests. `parse` returns `undefined`
 * for what it can't read.
 */
export function usePoll<T>(
  address: string,
  parse: (body: unknown) => T | undefined,
  everyMs: (latest: T | undefined) => number,
): Heard<T> {
  const { data, error } = useSWR<T, unknown>(address, () => read(address, parse), {
    refreshInterval: everyMs,
    // Without retries, SWR stops polling after the first error.
    shouldRetryOnError: (failure: unknown) => !isOver(failure),
    errorRetryInterval: RETRY_MS,
  });
  return { data, isOver: isOver(error) };
}

async function read<T>(address: string, parse: (body: unknown) => T | undefined): Promise<T> {
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new PollError(response.status);
  const parsed = parse(await response.json());
  if (parsed === undefined) throw new PollError(response.status);
  return parsed;
}

class PollError extends Error {
  override name = "PollError";
  readonly status: number;

  constructor(status: number) {
    super(`the page can't be updated: ${status}`);
    this.status = status;
  }
}

/** Signed out, no longer allowed, or gone. */
function isOver(failure: unknown): boolean {
  if (!(failure instanceof PollError)) return false;
  return failure.status >= 400 && failure.status < 500 && failure.status !== 429;
}
