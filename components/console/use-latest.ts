"use client";

import { useEffect } from "react";
import useSWR from "swr";
import { afterClick, watchClicks } from "#components/ui/press.script.ts";

type Polling<T> = {
  /** 0 polls only when the reader comes back. */
  everyMs: number | ((latest: T | undefined) => number);
  /** Called for each response, but never while the reader presses something. */
  onLatest?: (latest: T) => void;
};

const RETRY_MS = 2_000;

/** Polls while the page is visible, and retries failed requests. `isOver`: signed out, no longer allowed, or gone. */
export function useLatest<T>(address: string, { everyMs, onLatest }: Polling<T>) {
  useEffect(watchClicksOnce, []);
  const { data, error } = useSWR<T, Refused>(address, read, {
    refreshInterval: everyMs,
    dedupingInterval: 0,
    focusThrottleInterval: 0,
    onSuccess: (latest) => afterClick(() => onLatest?.(latest)),
    onErrorRetry: ({ isOver }, _address, _options, retry, { retryCount }) => {
      if (!isOver) setTimeout(() => void retry({ retryCount }), RETRY_MS);
    },
  });
  return { latest: data, isOver: error?.isOver === true };
}

type Refused = { isOver?: boolean };

async function read<T>(address: string): Promise<T> {
  const headers = { Accept: "application/json" };
  const response = await fetch(address, { cache: "no-store", headers });
  const { ok, status } = response;
  if (ok) return response.json();
  const isOver = status >= 400 && status < 500 && status !== 429;
  throw Object.assign(new Error(`${address} returned ${status}`), { isOver });
}

let isWatching = false;

function watchClicksOnce(): void {
  if (!isWatching) watchClicks();
  isWatching = true;
}
