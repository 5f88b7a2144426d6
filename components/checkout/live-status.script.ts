import type { Run } from "#components/ui/page-element.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";
import { follow, type Snapshot, type Surroundings } from "./follow.ts";
import { isPayableState } from "./screen.ts";

/** How long to wait for a refreshed page before refreshing again. */
const PATIENCE_MS = 5000;

export type LiveStatusProps = {
  address: string;
  version: string;
  /** Ignores other changes. For pages with forms, which change the payer's own progress. */
  untilUnpayable: boolean;
};

export const runLiveStatus: Run<LiveStatusProps> = (element, signal) => {
  let asked: { version: string; at: number } | undefined;
  const refresh = () => void showPage().catch(() => undefined);
  const following = follow(
    surroundingsOf(element.props.address),
    ({ version: latest, state, isFinal }) => {
      const { version, untilUnpayable } = element.props;
      if (isFinal && latest === version) following.stop();
      const isAsked = asked?.version === latest && performance.now() - asked.at < PATIENCE_MS;
      const isOwn = untilUnpayable && state !== undefined && isPayableState(state);
      if (latest === version || isAsked || isOwn) return;
      asked = { version: latest, at: performance.now() };
      refresh();
    },
  );
  const wake = () => {
    if (document.visibilityState === "visible") following.wake();
  };
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // The page may be hours old, even if the version is the same.
    refresh();
    following.wake();
  };
  document.addEventListener("visibilitychange", wake, { signal });
  window.addEventListener("online", wake, { signal });
  window.addEventListener("focus", following.look, { signal });
  window.addEventListener("pageshow", comeBack, { signal });
  window.addEventListener("pagehide", following.stop, { signal });
  signal.addEventListener("abort", following.stop);
};

function surroundingsOf(address: string): Surroundings {
  return {
    listen(onSnapshot, onBreak, onAlive) {
      const source = new EventSource(address);
      source.onmessage = ({ data }) => {
        const snapshot: Snapshot = JSON.parse(data);
        onSnapshot(snapshot);
      };
      source.addEventListener("alive", onAlive);
      source.onerror = () => onBreak(source.readyState === EventSource.CLOSED);
      return () => source.close();
    },
    async look() {
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.json();
    },
    isShown: () => document.visibilityState === "visible",
  };
}
