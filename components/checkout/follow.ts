/** Where a transaction stands, as the server tells it to pages. */
export type Snapshot = { version: string; isFinal: boolean };

/** How a page reaches its server and knows whether anyone looks at it. */
export type Surroundings = {
  /** Opens a stream; `onBreak` says that it broke off, and whether for good. The result closes it. */
  listen(
    onSnapshot: (snapshot: Snapshot) => void,
    onBreak: (isForGood: boolean) => void,
  ): () => void;
  look(): Promise<Snapshot>;
  isShown(): boolean;
};

/** How often to look while nothing is pushed. */
export const POLL_MS = 3000;

/** How often to look all the same: a connection that died in silence looks like one that has nothing to tell. */
export const SAFETY_POLL_MS = 20_000;

const LOOKS_BETWEEN_STREAMS = 10;

/**
 * Tells `onSnapshot` where a transaction stands: by a stream, by polling while there is none and seldom while there is,
 * and at once after `wake`. It goes on after the end too, until `stop`: a page that failed to load what comes then is
 * told again.
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
        // Every failed try to connect comes here: it must not put the next look off.
        if (!isPushed) return;
        isPushed = false;
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
      // The next look may find the server again.
    }
    if (number !== looks) return;
    if (!close && looks % LOOKS_BETWEEN_STREAMS === 0 && !isResting) connect();
    plan();
  }

  connect();
  plan();
  return {
    /** Looks at once. */
    look: () => void ask(),
    /** Someone is back, perhaps after hours: whatever connection there was may be dead. */
    wake() {
      isResting = false;
      connect();
      void ask();
    },
    /** The page is put away: an open connection would keep the browser from storing it. */
    stop() {
      isResting = true;
      clearTimeout(timer);
      disconnect();
    },
  };
}
