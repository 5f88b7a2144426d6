"use client";

import { CircleCheck, Radio } from "lucide";
import { useLatest } from "#components/console/use-latest.ts";
import { Icon } from "#components/ui/icon.tsx";
import { Time } from "#components/ui/time.tsx";

type Props = { href: string; waiting: string; received: string };

/** ISO 8601; `null` before the first call. */
export type FirstCallNews = { receivedAt: string | null };

const POLL_MS = 2_500;
const LINE = "flex items-center gap-2 font-medium";

/** Waits for the first call with an API key. */
export function FirstCall({ href, waiting, received }: Props) {
  const { latest } = useLatest<FirstCallNews>(href, {
    everyMs: (latest) => (latest?.receivedAt ? 0 : POLL_MS),
  });
  return (
    <div role="status">
      {latest?.receivedAt ? (
        <p className={`${LINE} text-positive`}>
          <Icon of={CircleCheck} />
          <span>
            {received} <Time at={latest.receivedAt} />
          </span>
        </p>
      ) : (
        <p className={`${LINE} text-muted`}>
          <Icon of={Radio} />
          {waiting}
        </p>
      )}
    </div>
  );
}
