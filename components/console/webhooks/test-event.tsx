"use client";

import { useRouter } from "next/navigation";
import { useActionState, useEffect } from "react";
import { usePoll } from "#components/console/use-poll.ts";
import { Banner } from "#components/ui/banner.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { FormAction, FormState } from "#lib/platform/form-state.ts";

/** `statusHref`: where to poll for the result. */
export type SentTest = { href: string; statusHref: string };

export type TestStatus = { isOver: boolean; isGood: boolean; words: string };

type Words = { send: string; again: string; sending: string; look: string; busy: string };
type Props = { action: FormAction<SentTest>; endpointId: string; words: Words };

const POLL_MS = 700;

export function TestEvent({ action, endpointId, words }: Props) {
  const [state, send] = useActionState<FormState<SentTest>, FormData>(action, undefined);
  return (
    <div className="grid gap-4">
      <form action={send}>
        <input type="hidden" name="id" value={endpointId} />
        <SubmitButton look="secondary" busyText={words.busy}>
          {state?.ok ? words.again : words.send}
        </SubmitButton>
      </form>
      {state && !state.ok && (
        <Banner tone="negative" alert>
          <p>{state.problem}</p>
        </Banner>
      )}
      {state?.ok && <Result key={state.value.href} sent={state.value} words={words} />}
    </div>
  );
}

function Result({ sent: { href, statusHref }, words }: { sent: SentTest; words: Words }) {
  const router = useRouter();
  const { data } = usePoll(statusHref, parseStatus, (latest) => (latest?.isOver ? 0 : POLL_MS));
  const isOver = data?.isOver ?? false;
  // The list of deliveries is on the same page.
  useEffect(() => {
    if (isOver) router.refresh();
  }, [isOver, router]);
  const tone = isOver ? (data?.isGood ? "positive" : "negative") : "info";
  return (
    <div role="status">
      <Banner tone={tone}>
        <p>{data?.words ?? words.sending}</p>
        <p>
          <a className="link" href={href}>
            {words.look}
          </a>
        </p>
      </Banner>
    </div>
  );
}

function parseStatus(body: unknown): TestStatus | undefined {
  const { isOver, isGood, words } = body as Partial<TestStatus>;
  return typeof words === "string" ? { isOver: !!isOver, isGood: !!isGood, words } : undefined;
}
