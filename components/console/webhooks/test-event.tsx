"use client";

import { useRouter } from "next/navigation";
import { useLatest } from "#components/console/use-latest.ts";
import { FormNotice } from "#components/ui/action-form.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useFormAction } from "#components/ui/use-form-action.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

/** `statusHref`: where to poll for the result. */
export type SentTest = { href: string; statusHref: string };

export type TestStatus = { isOver: boolean; isGood: boolean; words: string };

type Words = { send: string; again: string; sending: string; look: string };
type Props = { action: FormAction<SentTest>; endpointId: string; words: Words };

const POLL_MS = 700;

export function TestEvent({ action, endpointId, words }: Props) {
  const { state, send, place } = useFormAction(action);
  return (
    <div ref={place} className="grid gap-4">
      <form action={send} className="grid justify-items-start gap-4">
        <input type="hidden" name="id" value={endpointId} />
        <SubmitButton look="secondary">{state?.ok ? words.again : words.send}</SubmitButton>
      </form>
      {state?.ok ? (
        <Result key={state.value.href} sent={state.value} words={words} />
      ) : (
        <FormNotice state={state} />
      )}
    </div>
  );
}

function Result({ sent: { href, statusHref }, words }: { sent: SentTest; words: Words }) {
  const router = useRouter();
  const { latest } = useLatest<TestStatus>(statusHref, {
    everyMs: (latest) => (latest?.isOver ? 0 : POLL_MS),
    onLatest: ({ isOver }) => {
      // The list of deliveries is on the same page.
      if (isOver && !latest?.isOver) router.refresh();
    },
  });
  const over = latest?.isGood ? "positive" : "negative";
  return (
    <div role="status">
      <Banner tone={latest?.isOver ? over : "info"}>
        <p>{latest?.words ?? words.sending}</p>
        <p>
          <PageLink className="link" href={href}>
            {words.look}
          </PageLink>
        </p>
      </Banner>
    </div>
  );
}
