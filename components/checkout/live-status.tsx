"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { follow, type Snapshot, type Surroundings } from "./follow.ts";
import { isPayableState } from "./screen.ts";

/** How long to wait for a refreshed page before refreshing again. */
const PATIENCE_MS = 5000;

type Props = {
  address: string;
  version: string;
  /** Ignores other changes. For pages with forms, which change the payer's own progress. */
  untilUnpayable?: boolean;
};

/** Refreshes the page when the transaction differs from `version`, also when the page returns from the back/forward cache. */
export function LiveStatus({ address, version, untilUnpayable = false }: Props) {
  const router = useRouter();
  const shown = useRef(version);
  shown.current = version;

  useEffect(() => {
    let asked: { version: string; at: number } | undefined;
    const following = follow(surroundingsOf(address), ({ version: latest, state, isFinal }) => {
      if (isFinal && latest === shown.current) following.stop();
      const isAsked = asked?.version === latest && performance.now() - asked.at < PATIENCE_MS;
      const isOwn = untilUnpayable && state !== undefined && isPayableState(state);
      if (latest === shown.current || isAsked || isOwn) return;
      asked = { version: latest, at: performance.now() };
      router.refresh();
    });
    const wake = () => {
      if (document.visibilityState === "visible") following.wake();
    };
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      // The page may be hours old, even if the version is the same.
      router.refresh();
      following.wake();
    };
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("online", wake);
    window.addEventListener("focus", following.look);
    window.addEventListener("pageshow", comeBack);
    window.addEventListener("pagehide", following.stop);
    return () => {
      following.stop();
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      window.removeEventListener("focus", following.look);
      window.removeEventListener("pageshow", comeBack);
      window.removeEventListener("pagehide", following.stop);
    };
  }, [address, router, untilUnpayable]);

  return null;
}

function surroundingsOf(address: string): Surroundings {
  return {
    listen(onSnapshot, onBreak) {
      const source = new EventSource(address);
      source.onmessage = ({ data }) => {
        const snapshot: Snapshot = JSON.parse(data);
        onSnapshot(snapshot);
      };
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
