export type Snapshot = { version: string; state?: string; isFinal: boolean };

export type Surroundings = {
  /**
   * `onBreak` runs when the stream breaks; `isForGood` if it does not reconnect. `onAlive` runs at each heartbeat. Returns a function
   * that closes the stream.
   */
  listen(
    onSnapshot: (snapshot: Snapshot) => void,
    onBreak: (isForGood: boolean) => void,
    onAlive: () => void,
  ): () => void;
  look(): Promise<Snapshot>;
  isShown(): boolean;
};

/** Poll interval without a stream. */
export const POLL_MS = 3000;

/** Without a heartbeat, which comes every 15 s: a dead connection looks like an idle one. */
export const SAFETY_POLL_MS = 20_000;

const LOOKS_BETWEEN_STREAMS = 10;

/**
 * Follows a transaction by a stream, with polling as fallback. Continues after the final status until `stop`, so a page that
 * failed to load the outcome is notified again.
 */
export function follow(
  { listen, look, isShown }: Surroundings,
  onSnapshot: (snapshot: Snapshot) => void,
) {
  let close: (() => void) | undefined;
  let isPushed = false;
  let isEnded = false;
  let isResting = false;
  let looks = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(snapshot: Snapshot) {
    if (isResting) return;
    if (snapshot.isFinal) {
      isEnded = true;
      disconnect();
    }
    onSnapshot(snapshot);
  }

  function disconnect() {
    close?.();
    close = undefined;
    isPushed = false;
  }

  function connect() {
    disconnect();
    if (isEnded) return;
    close = listen(
      (snapshot) => {
        isPushed = true;
        take(snapshot);
      },
      (isForGood) => {
        if (isForGood) close = undefined;
        // Every failed connection ends here. It must not delay the next poll.
        if (!isPushed) return;
        isPushed = false;
        plan();
      },
      () => {
        isPushed = true;
        plan();
      },
    );
  }

  function plan() {
    clearTimeout(timer);
    if (!isResting) timer = setTimeout(() => void ask(), isPushed ? SAFETY_POLL_MS : POLL_MS);
  }

  async function ask() {
    clearTimeout(timer);
    const number = ++looks;
    try {
      if (isShown()) take(await look());
    } catch {
      // The next poll may succeed.
    }
    if (number !== looks) return;
    if (!close && looks % LOOKS_BETWEEN_STREAMS === 0 && !isResting) connect();
    plan();
  }

  connect();
  plan();
  return {
    look: () => void ask(),
    wake() {
      isResting = false;
      connect();
      void ask();
    },
    /** The page is hidden. An open connection would keep it out of the back/forward cache. */
    stop() {
      isResting = true;
      clearTimeout(timer);
      disconnect();
    },
  };
}
