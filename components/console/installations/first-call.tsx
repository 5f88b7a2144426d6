"use client";

import { CircleCheck, Radio } from "lucide-react";
import { usePoll } from "#components/console/use-poll.ts";
import { Icon } from "#components/ui/icon.tsx";
import { Time } from "#components/ui/time.tsx";

type Props = {
  href: string;
  waiting: string;
  received: string;
};

/** ISO 8601; `null` before the first call. */
export type FirstCallNews = { receivedAt: string | null };

const POLL_MS = 2_500;

export function FirstCall({ href, waiting, received }: Props) {
  const { data } = usePoll(href, parseNews, (latest) => (latest?.receivedAt ? 0 : POLL_MS));
  const receivedAt = data?.receivedAt ?? undefined;
  return (
    <p
      role="status"
      className={`flex items-center gap-2 font-medium ${receivedAt ? "text-positive" : "text-muted"}`}
    >
      <Icon of={receivedAt ? CircleCheck : Radio} />
      {receivedAt ? (
        <span>
          {received} <Time at={receivedAt} />
        </span>
      ) : (
        waiting
      )}
    </p>
  );
}

function parseNews(body: unknown): FirstCallNews | undefined {
  const { receivedAt } = body as Partial<FirstCallNews>;
  return receivedAt === undefined ? undefined : { receivedAt };
}
