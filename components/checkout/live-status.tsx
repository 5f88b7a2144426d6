"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import useSWR from "swr";
import useSWRSubscription from "swr/subscription";

type Snapshot = { version: string; isFinal: boolean };

const POLL_MS = 3000;

/**
 * Renders the page anew whenever the transaction has moved on since `version`: told by a stream of events, by polling
 * while there is no stream, and by a look when the tab wakes up.
 */
export function LiveStatus({ address, version }: { address: string; version: string }) {
  const router = useRouter();
  const [hasStream, setHasStream] = useState(false);

  const { data: streamed } = useSWRSubscription<Snapshot, unknown, string>(
    address,
    (key, { next }) => {
      const source = new EventSource(key);
      source.onmessage = ({ data }) => {
        const snapshot: Snapshot = JSON.parse(data);
        setHasStream(true);
        next(null, snapshot);
        if (snapshot.isFinal) source.close();
      };
      source.onerror = () => setHasStream(false);
      return () => source.close();
    },
  );

  const { data: polled } = useSWR<Snapshot>([address, "poll"], ([url]: [string]) => read(url), {
    refreshInterval: hasStream ? 0 : POLL_MS,
    revalidateOnMount: false,
    revalidateOnFocus: true,
    focusThrottleInterval: 1000,
    dedupingInterval: 500,
  });

  const latest = [streamed?.version, polled?.version].find((seen) => seen && seen !== version);
  useEffect(() => {
    if (latest) router.refresh();
  }, [latest, router]);

  return null;
}

async function read(url: string): Promise<Snapshot> {
  const response = await fetch(url, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
